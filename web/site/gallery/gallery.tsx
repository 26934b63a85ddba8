// The portfolio gallery: filter, search, grid, and more as one scrolls. Filter and search are in the URL, and a plain form
// underneath, so that both work without scripts.
import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { urlOf } from '../../../contract/call.ts'
import { galleryPage, scrollAhead, searchLength } from '../../../contract/limits.ts'
import {
  categoryKey,
  filtersOf,
  type GalleryFilters,
  listCategories,
  listPublic,
  pagesOf,
} from '../../../contract/portfolio.ts'
import type { Translate } from '../../../contract/words/translate.ts'
import { apiContext, failedLoad } from '../../api-context.ts'
import { messageOf } from '../../call.ts'
import { pageMeta } from '../../page-meta.ts'
import { categoriesQuery, galleryQuery, QueryProvider } from '../../queries.tsx'
import { useLeaving, useSearchBox } from '../../search-box.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { useIsHydrated } from '../../ui/hydration.ts'
import { Announcement, Empty } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useSaid, useWords } from '../../ui/words.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/gallery'
import { cardSizes } from './card-sizes.ts'
import * as styles from './gallery.module.css'
import { Card, SkeletonCards } from './project-card.tsx'

/** Stand for projects that are being fetched. */
const placeholders = Array.from({ length: 5 }, () => ({}))

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, ({ t, owner }) => ({
    name: t('Portfolio'),
    description: loaderData?.description,
    path: '/portfolio',
    jsonLd: import.meta.env.SSR
      ? { '@type': 'CollectionPage', name: t('Portfolio of {name}', { name: owner }) }
      : undefined,
  }))
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  try {
    const { categories } = await api.call(listCategories)
    const filters = knownFilters(filtersOf(url.searchParams), categories)
    const fetchPage = (page: number) =>
      api.call(listPublic, { query: { ...filters, page, limit: galleryPage } })
    const first = await fetchPage(1)
    const others = Math.min(pagesOf(url.searchParams), first.totalPages) - 1
    const more = await Promise.all(Array.from({ length: others }, (_, at) => fetchPage(at + 2)))
    const description = (await api.site()).description('portfolio')
    return { filters, pages: [first, ...more], categories, description }
  } catch (error) {
    // The page is sent all the same; the browser requests the list again and shows the error, with Retry.
    return failedLoad(null, error)
  }
}

/** A category that no published project has is not a filter: any link may name one. */
function knownFilters(filters: GalleryFilters, categories: readonly string[]): GalleryFilters {
  const isKnown = categories.some((one) => categoryKey(one) === categoryKey(filters.category))
  return isKnown ? filters : { ...filters, category: '' }
}

// Inside the site the browser requests the API itself, and caches the responses for ten minutes.
export function clientLoader() {
  return null
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  useVisit('/portfolio')
  return (
    <QueryProvider>
      <Gallery loaderData={loaderData} />
    </QueryProvider>
  )
}

function Gallery({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const t = useWords()
  const said = useSaid()
  const [params, setParams] = useSearchParams()
  const leaving = useLeaving()
  const categories = useQuery({
    ...categoriesQuery,
    initialData: loaderData ? { categories: loaderData.categories } : undefined,
  })
  const asked = filtersOf(params)
  const filters = categories.data ? knownFilters(asked, categories.data.categories) : asked
  const given =
    loaderData?.filters.category === filters.category && loaderData.filters.search === filters.search
      ? loaderData
      : null
  const list = useInfiniteQuery({
    ...galleryQuery(filters),
    // While a new choice is fetched the old one stays, dimmed: no flash of empty boxes at every keystroke.
    placeholderData: keepPreviousData,
    initialData: given ? { pages: given.pages, pageParams: given.pages.map((_, at) => at + 1) } : undefined,
  })
  const pages = list.data?.pages ?? []
  const next = pages.length + 1
  const projects = pages.flatMap((page) => page.portfolios)
  const sizes = cardSizes(list.isFetchingNextPage ? [...projects, ...placeholders] : projects)
  // While a new choice is fetched the old projects stay; where there were none, nothing would show that it is fetched.
  const isLoading = list.isPending || (list.isPlaceholderData && projects.length === 0)

  const choose = (change: Partial<GalleryFilters>) => {
    if (leaving) return
    // What is in the URL by now: a change may have been sent since this was rendered.
    const next = new URLSearchParams(window.location.search)
    for (const [key, value] of Object.entries(change)) value ? next.set(key, value) : next.delete(key)
    next.delete('page')
    // A category is a step one may want to take back; a letter typed is not.
    setParams(next, { preventScrollReset: true, replace: !('category' in change) })
  }

  return (
    <section className={ui.wrap}>
      <div className={ui.pageHead}>
        <h1 className={ui.pageTitle}>{t('Portfolio')}</h1>
      </div>
      <Filters {...filters} categories={categories.data?.categories ?? []} onChoose={choose} />
      <Announcement>{isLoading ? t('Loading projects') : shownText(projects.length, t)}</Announcement>
      {isLoading ? (
        <div className={`${ui.grid} ${styles.gallery}`} aria-hidden="true">
          <SkeletonCards sizes={cardSizes(placeholders)} />
        </div>
      ) : list.isError && projects.length === 0 ? (
        <Empty
          text={t('Error: {message}', { message: said(messageOf(list.error, 'Something went wrong.')) })}
          role="alert"
        >
          <Button variant="secondary" busy={list.isFetching} onClick={() => list.refetch()}>
            {t('Retry')}
          </Button>
        </Empty>
      ) : projects.length === 0 ? (
        <Empty text={t('No projects found')} role="status" />
      ) : (
        <>
          <div className={`${ui.grid} ${styles.gallery}`} aria-busy={list.isPlaceholderData || undefined}>
            {sizes.slice(0, projects.length).map((size, at) => {
              const project = projects[at]
              return project && <Card key={project.id} project={project} at={at} sizes={size} />
            })}
            <SkeletonCards sizes={sizes.slice(projects.length)} />
          </div>
          {!list.isPlaceholderData && (
            <More
              list={list}
              next={`${urlOf({ path: '/portfolio' }, { query: { ...filters, page: next } })}#page-${next}`}
            />
          )}
        </>
      )}
    </section>
  )
}

type List = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'error' | 'fetchNextPage'>

/** The foot of the list: more by itself 300 px ahead, by button for keyboards, by link without scripts, an error, or the end. */
function More({ list, next }: { list: List; next: string }) {
  const { hasNextPage, isFetching, isError, error, fetchNextPage } = list
  const isHydrated = useIsHydrated()
  const foot = useRef<HTMLDivElement>(null)
  const t = useWords()
  const said = useSaid()
  const ready = hasNextPage && !isFetching && !isError

  useEffect(() => {
    if (!ready || !foot.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: `${scrollAhead}px`,
    })
    observer.observe(foot.current)
    return () => observer.disconnect()
  }, [ready, fetchNextPage])

  if (isError)
    return (
      <div className={`${ui.cluster} ${styles.end}`} role="alert">
        {t('Error: {message}', { message: said(messageOf(error, 'Something went wrong.')) })}
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => fetchNextPage()}>
          {t('Retry')}
        </Button>
      </div>
    )
  if (!hasNextPage) return <p className={`${ui.row} ${styles.end}`}>{t('No more projects to load')}</p>
  return (
    <div className={`${ui.row} ${styles.end}`} ref={foot}>
      {isHydrated ? (
        <Button variant="secondary" busy={isFetching} onClick={() => fetchNextPage()}>
          {t('Load more')}
        </Button>
      ) : (
        <ButtonLink variant="secondary" to={next}>
          {t('Load more')}
        </ButtonLink>
      )}
    </div>
  )
}

function shownText(count: number, t: Translate): string {
  if (count === 0) return ''
  return count === 1 ? t('1 project shown') : t('{count} projects shown', { count })
}

type Props = {
  category: string
  search: string
  categories: readonly string[]
  onChoose: (change: { category?: string; search?: string }) => void
}

/** On a phone the chosen one may be beyond the edge of the row. */
function showChosen(chips: HTMLElement | null) {
  const chosen = chips?.querySelector<HTMLElement>('[aria-pressed="true"]')
  if (chips && chosen) chips.scrollLeft = chosen.offsetLeft - (chips.clientWidth - chosen.offsetWidth) / 2
}

const same = (one: string, other: string) => categoryKey(one) === categoryKey(other)

function Filters({ category, search, categories, onChoose }: Props) {
  const t = useWords()
  const { sent, box } = useSearchBox(search, (text) => onChoose({ search: text }))
  return (
    <form
      className={`${ui.cluster} ${styles.filters}`}
      action="/portfolio"
      onSubmit={(event) => event.preventDefault()}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className={styles.chips} ref={showChosen} tabIndex={-1} role="group" aria-label={t('Category')}>
        {['', ...categories].map((name) => (
          <button
            key={name}
            type="submit"
            className={styles.chip}
            name="category"
            value={name}
            aria-pressed={same(name, category)}
            onClick={(event) => {
              event.preventDefault()
              // With the search that was sent last: it may not be in the URL yet.
              onChoose({ category: name, search: sent.current })
            }}
          >
            {name || t('All')}
          </button>
        ))}
      </div>
      <SearchField
        label={t('Search projects')}
        name="search"
        placeholder={t('Search...')}
        maxLength={searchLength}
        {...box}
      />
    </form>
  )
}
