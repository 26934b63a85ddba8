// The page of a client link: one project for whoever has the link, after its passphrase where it has one. Until that was right
// nothing is shown of the project, not even its name.
import { data } from 'react-router'
import { openClientLink, type SharedProject } from '../../contract/client-links.ts'
import type { Project } from '../../contract/responses/projects.ts'
import * as layouts from '../account/account.module.css'
import { PasswordField } from '../account/fields.tsx'
import { StandaloneLayout } from '../account/layouts.tsx'
import { apiContext, failedLoad } from '../api-context.ts'
import { useBrand } from '../brand.ts'
import { call } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { Monogram } from '../monogram.tsx'
import { pageMeta } from '../page-meta.ts'
import * as bar from '../ui/bar.module.css'
import { Button } from '../ui/button.tsx'
import * as ui from '../ui/primitives.module.css'
import { useDates, useWords } from '../ui/words.tsx'
import type { Route } from './+types/client-link'
import { PrivateProject } from './case-study/private-project.tsx'
import { Footer, SiteFrame } from './layout.tsx'
import NotFound from './not-found.tsx'
import * as styles from './preview/preview.module.css'
import { ProjectPreview } from './preview/project-preview.tsx'

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
  return pageMeta(matches, ({ t }) => {
    const { shared = null, failed = false } = loaderData ?? {}
    const otherwise = shared || failed ? 'A project for you' : 'Page Not Found'
    const name = shared?.project?.name ?? t(otherwise)
    return { name, noindex: true }
  })
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

interface Props {
  token: string
  /** When the link expires. */
  until: string
}

export function Passphrase({ token, until }: Props) {
  const brand = useBrand()
  const t = useWords()
  const day = useDay()
  const form = useForm(openClientLink.body, {
    initial: { token, passphrase: '' },
    send: (body) => call(openClientLink, { body }),
    // The server has set a cookie: with it the same URL shows the project.
    onSent: () => location.reload(),
    failedField: 'passphrase',
  })
  return (
    <>
      <StandaloneLayout
        title={t('A project for you')}
        brand={
          <span className={`${ui.row} ${bar.brand}`}>
            <Monogram />
            <span className={bar.name} {...brand?.nameLanguage}>
              {brand?.name}
            </span>
          </span>
        }
      >
        <p className={`${ui.lead} ${layouts.lead}`}>
          {t('{name} shares a project with you. It opens with the passphrase you were given.', {
            name: brand?.owner.name ?? '',
          })}
        </p>
        <Form form={form} submit={t('Open project')} busyLabel={t('Opening...')} wide>
          <PasswordField {...form.field('passphrase')} label={t('Passphrase')} autoComplete="off" />
        </Form>
        <p className={`${ui.hint} ${layouts.more}`}>
          {t('The link works until {date}.', { date: day(until) })}
        </p>
      </StandaloneLayout>
      <Footer />
    </>
  )
}

/** "Dec 5, 2026". */
export const useDay = () => useDates({ dateStyle: 'medium', timeZone: 'UTC' })
