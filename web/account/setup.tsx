// First run: the link that the server printed creates the owner's account. Without navigation: there is no owner yet.
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Body } from '../../contract/call.ts'
import type { SitePreview } from '../../contract/responses/site.ts'
import { checkSetup, previewSetup, setUp } from '../../contract/setup.ts'
import { siteLimits } from '../../contract/site.ts'
import { wholeWords } from '../../contract/text.ts'
import { languageNames } from '../../contract/words/languages.ts'
import { useSiteWords } from '../brand.ts'
import { call, settled } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { BrandLink } from '../monogram.tsx'
import { privateMeta } from '../page-meta.ts'
import { QueryProvider } from '../queries.tsx'
import { usePreviewFrame, usePreviewOf } from '../site/preview-frame.tsx'
import { reloadSite } from '../site-part.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Checkbox, optionsOf, Select, TextField } from '../ui/field.tsx'
import { Alert } from '../ui/notice.tsx'
import * as ui from '../ui/primitives.module.css'
import type { Route } from './+types/setup'
import * as layouts from './account.module.css'
import { EmailField, GuessableHint, NameField, PasswordField, PasswordRules, Ticked } from './fields.tsx'
import { Loading, StandaloneLayout } from './layouts.tsx'

export const meta = privateMeta('Set up your site')

/** The token is in the fragment, which no browser sends to a server, nor React Router to a loader. */
export function clientLoader() {
  const token = location.hash.slice(1)
  return settled(call(checkSetup, { body: { token } }).then(({ email }) => ({ token, email })))
}

/** The link that has made the account works no longer: it is not checked again with the site. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <StandaloneLayout brand={<BrandLink />} title="Make it yours">
      <Loading>Checking the link...</Loading>
    </StandaloneLayout>
  )
}

interface Account {
  email: string
  isVerified: boolean
  /** The site carries the owner's name now. */
  useForSite: boolean
  /** Of the site as it is then. */
  view: SitePreview | undefined
}

export default function Setup({ loaderData }: Route.ComponentProps) {
  const { data } = loaderData
  const { revalidate } = useRevalidator()
  const [account, setAccount] = useState<Account>()
  const onDone = (made: Account) => {
    setAccount(made)
    // The bar and the pages that follow carry the owner's name.
    void reloadSite(revalidate)
  }
  // A second link that is pasted into the same tab loads no document by itself.
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])

  return (
    <StandaloneLayout brand={<BrandLink />} title={account ? 'Done' : 'Make it yours'}>
      <QueryProvider>
        {account ? <Done {...account} /> : data ? <SetupForm {...data} onDone={onDone} /> : <Invalid />}
      </QueryProvider>
    </StandaloneLayout>
  )
}

/** The same whatever became of the link. */
function Invalid() {
  return (
    <>
      <Alert kind="error">
        This link does not work. It works once, within 60 minutes, and only while the site has no owner.
      </Alert>
      <p className={layouts.more}>
        Until it has one, each start of the server prints a new link.{' '}
        <Link className={ui.link} to="/login">
          Login
        </Link>
      </p>
    </>
  )
}

const labels: Record<string, string> = {
  name: 'your name',
  email: 'an email address',
  password: 'a password that meets the rules',
}

/** What keeps the button disabled. */
function missingIn(entered: object): string[] {
  const { error } = setUp.body.safeParse(entered)
  const isInvalid = (field: string) => error?.issues.some(({ path }) => path[0] === field)
  return Object.keys(labels).filter(isInvalid)
}

interface SetupProps {
  token: string
  /** OWNER_EMAIL, to start from. */
  email: string | null
  onDone: (account: Account) => void
}

function SetupForm({ token, email, onDone }: SetupProps) {
  const last = useRef<SitePreview>(undefined)
  const { language } = useSiteWords()
  const form = useForm(setUp.body, {
    initial: {
      ...{ token, name: '', email: email ?? '', password: '', brand: '', role: '', language },
      useForSite: true,
      registrationEnabled: true,
    },
    // A reload, and the next link, keep what else was typed.
    draft: 'setup',
    secret: ['token', 'password'],
    async send(body) {
      // Afterwards the token is worth nothing.
      const preview = { body: { token, ...shownOf(body) }, signal: AbortSignal.timeout(3_000) }
      last.current = await call(previewSetup, preview).catch(() => view)
      return call(setUp, { body })
    },
    onSent: ({ isVerified }, { email, useForSite = true }) =>
      onDone({ email, isVerified, useForSite, view: last.current }),
  })
  const { password, useForSite, registrationEnabled } = form.values
  const { view } = usePreviewOf(JSON.stringify(shownOf(form.values)), (shown) => ({
    queryKey: ['setup', shown],
    queryFn: ({ signal }) => call(previewSetup, { body: { token, ...JSON.parse(shown) }, signal }),
  }))
  const missing = missingIn(form.values)

  return (
    <>
      <p className={`${ui.lead} ${layouts.lead}`}>
        This link works once. It makes your account and puts your name on the site.
      </p>
      <Form
        form={form}
        submit="Create my site"
        busyLabel="Creating..."
        wide
        disabled={missing.length > 0}
        more={
          <p className={ui.hint} role="status">
            {missing.length > 0 && `Still missing: ${missing.map((field) => labels[field]).join(', ')}.`}
          </p>
        }
      >
        <h2 className={layouts.part}>Your account</h2>
        <NameField {...form.field('name')} />
        <EmailField
          {...form.field('email')}
          autoComplete="username"
          hint="You log in with it, and new messages go there."
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          hint={<GuessableHint password={password} known={form.values} />}
        />
        <PasswordRules password={password} />
        <h2 className={layouts.part}>Your site</h2>
        <Choice
          label="Show my name and email address on the site"
          hint="The name in the bar and on Home, the email address on Contact. Change both any time."
          checked={useForSite}
          onChange={(useForSite) => form.set({ useForSite })}
        />
        {/* Hidden: what was typed stays. */}
        <div hidden={!useForSite}>
          <div className={ui.form}>
            <TextField
              {...form.field('brand')}
              label="Brand"
              placeholder={wholeWords(form.values.name ?? '', siteLimits.brand)}
              hint="Stands in the bar and makes the monogram. It is your name unless you enter another one."
            />
            <TextField
              {...form.field('role')}
              label="Role"
              placeholder="Interface Designer"
              hint="Stands below your name on Home."
            />
          </div>
        </div>
        <Select
          {...form.field('language')}
          label="Language"
          options={optionsOf(languageNames)}
          hint="Of buttons, labels, dates and emails that visitors see. The dashboard is in English."
        />
        <Choice
          label="Let visitors create accounts"
          hint="An account has a profile, and nothing of the dashboard."
          checked={registrationEnabled}
          onChange={(registrationEnabled) => form.set({ registrationEnabled })}
        />
        <Miniature view={view} />
      </Form>
    </>
  )
}

/** What the site shows of what is typed. */
const shownOf = ({
  name = '',
  brand = '',
  role = '',
  language,
  useForSite = true,
}: Partial<Body<typeof setUp>>) =>
  useForSite ? { name, brand, role, language } : { name: '', brand: '', role: '', language }

/** Home as it will be. At the right of the form where there is space, and else above its button. */
function Miniature({ view }: { view: SitePreview | undefined }) {
  const shown = useMemo(() => view && { view, page: 'home' as const }, [view])
  const { preview } = usePreviewFrame(shown, 1240)
  return (
    <div className={layouts.miniature} aria-hidden="true">
      <div className={ui.marks}>{preview}</div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <Checkbox
        label={label}
        aria-describedby={id}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p className={ui.hint} id={id}>
        {hint}
      </p>
    </div>
  )
}

function Done({ email, isVerified, useForSite, view }: Account) {
  const lead = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone.
  useEffect(() => lead.current?.focus(), [])
  return (
    <>
      <p ref={lead} tabIndex={-1} className={`${ui.lead} ${layouts.lead}`}>
        {useForSite ? 'The site carries your name now.' : 'The site is yours now.'} Log in to add your first
        project.
      </p>
      <ul className={`${ui.lined} ${ui.stack} ${layouts.rules} ${layouts.done}`}>
        <Ticked isDone>Account for {email}</Ticked>
        {useForSite && <Ticked isDone>Name and monogram on every page</Ticked>}
        {!isVerified && <Ticked>Email address to verify, by the link in the email to it</Ticked>}
        <Ticked>First project</Ticked>
      </ul>
      <div className={`${ui.cluster} ${ui.stacked}`}>
        <ButtonLink size="lg" to="/login" state={{ email }}>
          Login
        </ButtonLink>
        <ButtonLink size="lg" variant="secondary" to="/">
          View site
        </ButtonLink>
      </div>
      <p className={`${ui.hint} ${layouts.more}`}>The setup link no longer works.</p>
      <Miniature view={view} />
    </>
  )
}
