// The public page of a case study; without blocks there is none.
import { data, useRevalidator } from 'react-router'
import { imageUrl, namesIn } from '../../../contract/images.ts'
import { listPublic } from '../../../contract/portfolio.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { apiContext, failedLoad } from '../../api-context.ts'
import { call } from '../../call.ts'
import { pageMeta, projectImage } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { useWords } from '../../ui/words.tsx'
import NotFound from '../not-found.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/case-study'
import { CaseStudyPage } from './case-study-page.tsx'

type Loaded = { project: Project | null; failed?: true; shareImage?: string }

const judge = ({ portfolios: [project] }: { portfolios: Project[] }): Loaded => ({
  project: project?.caseStudy ? project : null,
})

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const api = context.get(apiContext)
    const { project } = judge(await api.call(listPublic, { query: { id: params.id } }))
    if (!project) return data<Loaded>({ project }, { status: 404 })
    return data<Loaded>({ project, shareImage: await api.shareImage(project) })
  } catch (error) {
    return failedLoad<Loaded>({ project: null, failed: true }, error)
  }
}

export function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Promise<Loaded> {
  return call(listPublic, { query: { id } }).then(judge, () => ({ project: null, failed: true }))
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  return pageMeta(matches, (site) => {
    const { t, owner, origin } = site
    const { project, failed, shareImage } = loaderData ?? {}
    if (!project) return { name: t(failed ? 'Case study' : 'Page Not Found') }
    const { name } = project
    const categories = project.categories.join(', ')
    return {
      name: `${name} | ${t('Case study')}`,
      description:
        project.facts?.summary ??
        t('{name}: {categories}. A case study by {owner}.', { name, owner, categories }),
      path: `/portfolio/${params.id}/case-study`,
      image: projectImage(shareImage, name, site),
      jsonLd: import.meta.env.SSR ? creativeWork(project, owner, origin) : undefined,
    }
  })
}

/** Facts in the words of schema.org: whom the work was for, in which role, of when, and with what. */
function creativeWork(project: Project, owner: string, origin: string): Record<string, unknown> {
  const { summary, role, year, client, tools } = project.facts ?? {}
  const person = { '@type': 'Person', name: owner }
  const uploads = namesIn(JSON.stringify(project.caseStudy))
  const images = new Set([project.pimage, ...uploads.map((name) => imageUrl(name, 'cover'))])
  return {
    '@type': 'CreativeWork',
    name: project.name,
    description: summary,
    image: [...images].flatMap((src) => (src ? [origin + src] : [])),
    keywords: [...project.categories, ...(tools ?? '').split(/\s*,\s*/).filter(Boolean)],
    temporal: year,
    // The row may be years younger than the work.
    dateCreated: year ? undefined : project.createdAt,
    creator: role ? { '@type': 'Role', roleName: role, creator: person } : person,
    sourceOrganization: client ? { '@type': 'Organization', name: client } : undefined,
  }
}

export default function CaseStudy({ loaderData: { project, failed }, params }: Route.ComponentProps) {
  useVisit(project ? `/portfolio/${params.id}/case-study` : null)
  const { revalidate } = useRevalidator()
  const t = useWords()
  if (failed)
    return (
      <Empty text={t('Something went wrong.')} role="alert">
        <Button onClick={() => void revalidate()}>{t('Retry')}</Button>
      </Empty>
    )
  if (!project) return <NotFound />
  return (
    // Nothing of one project is left for the next.
    <CaseStudyPage
      key={params.id}
      project={project}
      back={{ to: '/portfolio', label: t('Portfolio') }}
      previewUrl={`/portfolio/${params.id}`}
    />
  )
}
