// The public page of a case study; without blocks there is none.
import { data, useRevalidator } from 'react-router'
import { shareImageSize } from '../../../contract/brand.ts'
import { imageUrl, namesIn } from '../../../contract/images.ts'
import { listPublic } from '../../../contract/portfolio.ts'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import { apiContext } from '../../api-context.ts'
import { call } from '../../call.ts'
import { failedLoad } from '../../failed-load.ts'
import { originOf, ownerOf, pageMeta, titled, wordsIn } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { useWords } from '../../ui/words.tsx'
import { nameOf } from '../gallery/project-card.tsx'
import NotFound, { meta as notFoundMeta } from '../not-found.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/case-study'
import { CaseStudyPage } from './case-study-page.tsx'

type Loaded = { item: PortfolioItem | null; failed?: true; shareImage?: string }

const judge = ({ portfolios: [item] }: { portfolios: PortfolioItem[] }): Loaded => ({
  item: item?.caseStudy ? item : null,
})

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const api = context.get(apiContext)
    const { item } = judge(await api.call(listPublic, { query: { id: params.id } }))
    if (!item) return data<Loaded>({ item }, { status: 404 })
    return data<Loaded>({ item, shareImage: await api.shareImage(item) })
  } catch (error) {
    return failedLoad<Loaded>({ item: null, failed: true }, error)
  }
}

export function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Promise<Loaded> {
  return call(listPublic, { query: { id } }).then(judge, () => ({ item: null, failed: true }))
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const t = wordsIn(matches)
  const { item, failed, shareImage } = loaderData ?? {}
  if (!item)
    return failed
      ? pageMeta({ title: titled(t('Case study'), matches) })
      : notFoundMeta({ loaderData: undefined, matches })
  const name = nameOf(item)
  const owner = ownerOf(matches)
  const { summary } = item.facts ?? {}
  return pageMeta(
    {
      title: titled(`${name} | ${t('Case study')}`, matches),
      description:
        summary ??
        t('{name}: {categories}. A case study by {owner}.', {
          name,
          owner,
          categories: item.categories.join(', '),
        }),
      path: `/portfolio/${params.id}/case-study`,
      image: shareImage
        ? { src: shareImage, ...shareImageSize, alt: t('{name}, a project by {owner}', { name, owner }) }
        : undefined,
      jsonLd: import.meta.env.SSR ? creativeWork(item, owner, originOf(matches)) : undefined,
    },
    matches,
  )
}

/** Facts in the words of schema.org: whom the work was for, in which role, of when, and with what. */
function creativeWork(item: PortfolioItem, owner: string, origin: string): Record<string, unknown> {
  const { summary, role, year, client, tools } = item.facts ?? {}
  const person = { '@type': 'Person', name: owner }
  const uploads = namesIn(JSON.stringify(item.caseStudy))
  const images = [item.pimage, ...uploads.map((name) => imageUrl(name, 'cover'))]
  return {
    '@type': 'CreativeWork',
    name: nameOf(item),
    description: summary,
    image: images.flatMap((src) => (src ? [origin + src] : [])),
    keywords: [...item.categories, ...(tools ? tools.split(',').map((tool) => tool.trim()) : [])],
    temporal: year,
    dateCreated: item.createdAt,
    creator: role ? { '@type': 'Role', roleName: role, creator: person } : person,
    sourceOrganization: client ? { '@type': 'Organization', name: client } : undefined,
  }
}

export default function CaseStudy({ loaderData: { item, failed }, params }: Route.ComponentProps) {
  useVisit(item ? `/portfolio/${params.id}/case-study` : null)
  const { revalidate } = useRevalidator()
  const t = useWords()
  if (failed)
    return (
      <Empty text={t('Something went wrong.')} role="alert">
        <Button onClick={() => void revalidate()}>{t('Retry')}</Button>
      </Empty>
    )
  if (!item) return <NotFound />
  return (
    // Nothing of one project is left for the next.
    <CaseStudyPage
      key={params.id}
      item={item}
      back={{ to: '/portfolio', label: t('Portfolio') }}
      previewUrl={`/portfolio/${params.id}`}
    />
  )
}
