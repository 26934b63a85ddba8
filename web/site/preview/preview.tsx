// One published project live in a frame: full width, as on a tablet, as on a phone.
import { type MouseEvent, useEffect, useState } from 'react'
import { data, useNavigate, useRevalidator } from 'react-router'
import { shareImageSize } from '../../../contract/brand.ts'
import { listPublic } from '../../../contract/portfolio.ts'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import { apiContext } from '../../api-context.ts'
import { useBrand } from '../../brand.ts'
import { call } from '../../call.ts'
import { failedLoad } from '../../failed-load.ts'
import { originOf, ownerOf, pageMeta, titled, wordsIn } from '../../page-meta.ts'
import { Button, ButtonLink, IconLink } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { useWords } from '../../ui/words.tsx'
import { nameOf } from '../gallery/project-card.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/preview'
import { ProjectPreview } from './project-preview.tsx'

type Loaded = {
  item: PortfolioItem | null
  problem: string | null
  shareImage?: string
  /** Of the page while there is no project. */
  description?: string
  /** From the browser's loader: what the rest will be. */
  deferred?: Promise<Loaded>
}

const notFound = 'Portfolio not found.'
const noUrl = 'Data not found.'
const wentWrong = 'Something went wrong.'

function judge({ portfolios }: { portfolios: PortfolioItem[] }): Loaded {
  if (!portfolios[0]) return { item: null, problem: notFound }
  const { caseStudy: _, ...item } = portfolios[0]
  return { item, problem: item.purl?.trim() ? null : noUrl }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const api = context.get(apiContext)
    const loaded = judge(await api.call(listPublic, { query: { id: params.id } }))
    if (loaded.item) return data<Loaded>({ ...loaded, shareImage: await api.shareImage(loaded.item) })
    const { galleryDescription: description } = await api.site()
    return data<Loaded>({ ...loaded, description }, { status: 404 })
  } catch (error) {
    return failedLoad<Loaded>({ item: null, problem: wentWrong }, error)
  }
}

// Inside the site the page opens at once and says that it is loading, instead of holding the old page.
export function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Loaded {
  const failed = () => ({ item: null, problem: wentWrong })
  return { item: null, problem: null, deferred: call(listPublic, { query: { id } }).then(judge, failed) }
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const item = loaderData?.item
  const t = wordsIn(matches)
  if (!item) return pageMeta({ title: titled(t('Portfolio'), matches), description: loaderData?.description })
  const name = nameOf(item)
  const owner = ownerOf(matches)
  const head = {
    title: titled(name, matches),
    description:
      item.facts?.summary ??
      t(
        item.preview === 'live'
          ? '{name}: {categories}. A project by {owner}, shown live on desktop, tablet and phone.'
          : '{name}: {categories}. A project by {owner}, shown on desktop, tablet and phone.',
        { name, owner, categories: item.categories.join(', ') },
      ),
    path: `/portfolio/${params.id}`,
    image: loaderData.shareImage
      ? {
          src: loaderData.shareImage,
          ...shareImageSize,
          alt: t('{name}, a project by {owner}', { name, owner }),
        }
      : undefined,
    jsonLd: import.meta.env.SSR
      ? {
          '@type': 'CreativeWork',
          name,
          description: item.facts?.summary,
          image: item.pimage ? originOf(matches) + item.pimage : undefined,
          keywords: item.categories,
          dateCreated: item.createdAt,
          creator: { '@type': 'Person', name: owner },
        }
      : undefined,
  }
  return pageMeta(head, matches)
}

export default function Preview({ loaderData, params }: Route.ComponentProps) {
  useVisit(`/portfolio/${params.id}`)
  const { item, problem } = useItem(loaderData)
  const { revalidate } = useRevalidator()
  const t = useWords()
  return (
    // Nothing of one project is left for the next.
    <ProjectPreview
      key={params.id}
      item={item}
      problem={problem}
      ways={
        <>
          {problem === wentWrong && <Button onClick={() => void revalidate()}>{t('Retry')}</Button>}
          <ButtonLink variant="secondary" to="/portfolio">
            {t('Go to Portfolio')}
          </ButtonLink>
        </>
      }
      start={<Close />}
      countedAs={item?.id}
      caseStudyUrl={`/portfolio/${params.id}/case-study`}
    />
  )
}

function Close() {
  const close = useClose()
  return <IconLink label={useWords()('Close preview')} icon={<CloseIcon />} to="/portfolio" onClick={close} />
}

/** What the page was sent with, or what the API responded when the visitor came from inside the site. */
function useItem({ deferred, ...given }: Loaded): Loaded {
  const [last, setLast] = useState<{ of: Promise<Loaded>; came: Loaded }>()
  useEffect(() => {
    let isCurrent = true
    void deferred?.then((came) => isCurrent && setLast({ of: deferred, came }))
    return () => {
      isCurrent = false
    }
  }, [deferred])
  const loaded = last && last.of === deferred ? last.came : given
  const brand = useBrand()?.name
  const title = loaded.item && [nameOf(loaded.item), brand].filter(Boolean).join(' | ')
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return loaded
}

/**
 * Links followed inside the frame are steps of the same history, so "one back" may stay in there. The Navigation API
 * lists the steps of our own pages alone: the one before this page is gone to, whatever the frame has done since, and
 * the router restores its scroll position. Opened by its URL or from elsewhere, this page was not reached from that
 * one, and the gallery is shown.
 */
export function useClose(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const { navigation } = window
    const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]
    if (!before || !ledHere(before)) return navigate('/portfolio')
    const { committed, finished } = navigation.traverseTo(before.key)
    // Another navigation came first: then that one is where the visitor wants to be.
    for (const step of [committed, finished]) step?.catch(() => {})
  }
}

/** A link of this document, or the gallery: after a reload its document is another one, but Close leads there anyway. */
function ledHere({ sameDocument, url }: NavigationHistoryEntry): boolean {
  return sameDocument || (url !== null && new URL(url).pathname === '/portfolio')
}
