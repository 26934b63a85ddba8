// One published project live in a frame: full width, as on a tablet, as on a phone.
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { data, useNavigate, useNavigationType, useRevalidator } from 'react-router'
import { listPublic } from '../../../contract/portfolio.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { apiContext, failedLoad } from '../../api-context.ts'
import { useBrand } from '../../brand.ts'
import { call } from '../../call.ts'
import { pageMeta, projectImage } from '../../page-meta.ts'
import { Button, ButtonLink, IconLink } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { useWords } from '../../ui/words.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/preview'
import { ProjectPreview } from './project-preview.tsx'

type Loaded = {
  project: Project | null
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

function judge({ portfolios }: { portfolios: Project[] }): Loaded {
  if (!portfolios[0]) return { project: null, problem: notFound }
  const { caseStudy: _, ...project } = portfolios[0]
  return { project, problem: project.purl?.trim() ? null : noUrl }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const api = context.get(apiContext)
    const loaded = judge(await api.call(listPublic, { query: { id: params.id } }))
    if (loaded.project) return data<Loaded>({ ...loaded, shareImage: await api.shareImage(loaded.project) })
    const description = (await api.site()).description('portfolio')
    return data<Loaded>({ ...loaded, description }, { status: 404 })
  } catch (error) {
    return failedLoad<Loaded>({ project: null, problem: wentWrong }, error)
  }
}

// Inside the site the page opens at once and says that it is loading, instead of holding the old page.
export function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Loaded {
  const failed = () => ({ project: null, problem: wentWrong })
  return { project: null, problem: null, deferred: call(listPublic, { query: { id } }).then(judge, failed) }
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  return pageMeta(matches, (site) => {
    const { t, owner, origin } = site
    const project = loaderData?.project
    if (!project) return { name: t('Portfolio'), description: loaderData?.description }
    const { name } = project
    return {
      name,
      description:
        project.facts?.summary ??
        t(
          project.preview === 'live'
            ? '{name}: {categories}. A project by {owner}, shown live on desktop, tablet and phone.'
            : '{name}: {categories}. A project by {owner}, shown on desktop, tablet and phone.',
          { name, owner, categories: project.categories.join(', ') },
        ),
      path: `/portfolio/${params.id}`,
      image: projectImage(loaderData.shareImage, name, site),
      jsonLd: import.meta.env.SSR
        ? {
            '@type': 'CreativeWork',
            name,
            description: project.facts?.summary,
            image: project.pimage ? origin + project.pimage : undefined,
            keywords: project.categories,
            dateCreated: project.facts?.year ? undefined : project.createdAt,
            creator: { '@type': 'Person', name: owner },
          }
        : undefined,
    }
  })
}

export default function Preview({ loaderData, params }: Route.ComponentProps) {
  useVisit(`/portfolio/${params.id}`)
  const { project, problem } = useProject(loaderData)
  const { revalidate } = useRevalidator()
  const t = useWords()
  return (
    // Nothing of one project is left for the next.
    <ProjectPreview
      key={params.id}
      project={project}
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
      countedAs={project?.id}
      caseStudyUrl={`/portfolio/${params.id}/case-study`}
    />
  )
}

/** What the page was sent with, or what the API responded when the visitor came from inside the site. */
function useProject({ deferred, ...given }: Loaded): Loaded {
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
  const title = loaded.project && [loaded.project.name, brand].filter(Boolean).join(' | ')
  useEffect(() => {
    if (!title) return
    // The next page may have the same title as this one for React, which would not set it again.
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])
  return loaded
}

/**
 * Links followed inside the frame are steps of the same history, so "one back" may stay in there. The Navigation API
 * lists the steps of our own pages alone: the one before this page is gone to, whatever the frame has done since, and
 * the router restores its scroll position. Opened by its URL or from elsewhere, this page was not reached from that
 * one, and the gallery is shown. Without that API, as in Safari before 26.2, "one back" is gone to after a link of this site,
 * while the history is as long as it was.
 */
function Close() {
  const t = useWords()
  const navigate = useNavigate()
  const [wasLinked] = useState(useNavigationType() === 'PUSH')
  const length = useRef(0)
  useEffect(() => {
    length.current = history.length
  }, [])
  const close = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const navigation = window.navigation as Navigation | undefined
    const isOneBack = wasLinked && history.length === length.current
    if (!navigation) return isOneBack ? navigate(-1) : navigate('/portfolio')
    const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]
    if (!before || !ledHere(before)) return navigate('/portfolio')
    const { committed, finished } = navigation.traverseTo(before.key)
    // Another navigation came first: then that one is where the visitor wants to be.
    for (const step of [committed, finished]) step?.catch(() => {})
  }
  return <IconLink label={t('Close preview')} icon={<CloseIcon />} to="/portfolio" onClick={close} />
}

/** A link of this document, or the gallery: after a reload its document is another one, but Close leads there anyway. */
function ledHere({ sameDocument, url }: NavigationHistoryEntry): boolean {
  return sameDocument || (url !== null && new URL(url).pathname === '/portfolio')
}
