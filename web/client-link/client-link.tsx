// The page of a client link: one project for whoever has the link, after its passphrase where it has one.
import { data } from 'react-router'
import type { SharedProject } from '../../contract/client-links.ts'
import type { Project } from '../../contract/responses/projects.ts'
import { apiContext, failedLoad } from '../api-context.ts'
import { Monogram } from '../monogram.tsx'
import { pageMeta, titled, wordsIn } from '../page-meta.ts'
import { PrivateProject } from '../site/case-study/private-project.tsx'
import { nameOf } from '../site/gallery/project-card.tsx'
import { SiteFrame } from '../site/layout.tsx'
import NotFound from '../site/not-found.tsx'
import * as styles from '../site/preview/preview.module.css'
import { ProjectPreview } from '../site/preview/project-preview.tsx'
import { Button } from '../ui/button.tsx'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/client-link'
import { Passphrase, useDay } from './passphrase.tsx'

/** `failed`: nothing could be read; `shared` is null then, too. */
type Loaded = { shared: SharedProject | null; failed?: true }

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const shared = await context.get(apiContext).clientLink()
    return data<Loaded>({ shared }, { status: shared ? 200 : 404 })
  } catch (error) {
    return failedLoad<Loaded>({ shared: null, failed: true }, error)
  }
}

/** The server has no data of this page apart from the page itself. */
export function shouldRevalidate() {
  return false
}

/** The title only: what a chat shows of a link is visible to everybody in it. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { shared = null, failed = false } = loaderData ?? {}
  const { project } = shared ?? {}
  const t = wordsIn(matches)
  const name = project ? nameOf(project) : t(shared || failed ? 'A project for you' : 'Page Not Found')
  return pageMeta({ title: titled(name, matches), noindex: true })
}

export default function ClientLink({ loaderData: { shared, failed }, params }: Route.ComponentProps) {
  if (shared?.project) return <Shared project={shared.project} until={shared.until} />
  if (shared) return <Passphrase token={params.token} until={shared.until} />
  if (failed) return <Failed />
  return (
    <SiteFrame>
      <NotFound />
    </SiteFrame>
  )
}

function Shared({ project, until }: { project: Project; until: string }) {
  const problem = project.purl.trim() ? null : 'Data not found.'
  const t = useWords()
  const date = useDay()(until)
  const what =
    project.status === 'draft' ? 'Draft for your eyes, until {date}' : 'For your eyes, until {date}'
  const line = { label: t('Client link'), text: t(what, { date }) }
  return <PrivateProject project={project} problem={problem} start={<Mark />} line={line} />
}

function Failed() {
  return (
    <ProjectPreview
      project={null}
      problem="Something went wrong."
      ways={<Button onClick={() => location.reload()}>{useWords()('Retry')}</Button>}
      start={<Mark />}
    />
  )
}

/** Where the public page has Close: no link leads into the site. */
function Mark() {
  return (
    <span className={styles.mark}>
      <Monogram />
    </span>
  )
}
