// Settings: registration on or off, backups, counts of visits, a test of the way email leaves, how long messages are
// stored, webhooks and access tokens.

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { readRegistration, sendTestMail, setRegistration } from '../../../contract/settings.ts'
import { flash, PageAlert, useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { defer, useDeferred } from '../../deferred.ts'
import { useForm } from '../../forms/use-form.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { useSession } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import * as heading from '../header.module.css'
import { smtpExample, smtpHint } from '../inbox/smtp-hint.ts'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import type { Route } from './+types/settings'
import { AccessTokens } from './access-tokens.tsx'
import { Backups } from './backups.tsx'
import { MessageRetention } from './message-retention.tsx'
import { SaveSetting } from './setting-card.tsx'
import * as styles from './settings.module.css'
import { SignatureSetting } from './signature.tsx'
import { VisitsSetting } from './visits-setting.tsx'
import { Webhooks } from './webhooks.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Settings', matches), noindex: true })
}

export function clientLoader() {
  return { registration: defer(call(readRegistration)) }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>Settings</h1>
      </div>
      <div className={`${layout.stack} ${styles.panels}`}>
        <div>
          <Registration {...loaderData} />
          <Backups />
          <VisitsSetting />
          <AuditTrail />
        </div>
        <div>
          <Email />
          <MessageRetention />
          <Webhooks />
        </div>
        <AccessTokens />
      </div>
    </>
  )
}

function Registration({ registration }: Route.ComponentProps['loaderData']) {
  const { data, error } = useDeferred(registration)
  const { revalidate } = useRevalidator()
  useLogged(error, 'Registration setting')
  const saved = data?.registrationEnabled
  return (
    <RegistrationForm
      // The saved value is what the form starts with.
      key={String(saved)}
      saved={saved}
      failure={error && <NotLoaded what="The setting" onRetry={() => void revalidate()} />}
    />
  )
}

function RegistrationForm({ saved, failure }: { saved: boolean | undefined; failure: ReactNode }) {
  const navigate = useNavigate()
  const form = useForm(setRegistration.body, {
    // Registration counts as enabled until loaded.
    initial: { registrationEnabled: saved ?? true },
    send: (body) => call(setRegistration, { body }),
    onSent: async () => {
      flash('Setting saved!')
      await navigate('/dashboard')
    },
    failed: (error) => {
      console.error('Setting could not be saved:', error)
      return 'Failed to save setting!'
    },
  })
  const { registrationEnabled } = form.values
  return (
    <form className={`${layout.stack} ${styles.panel}`} {...form.props} aria-labelledby="registration">
      <h2 id="registration">User Registration Setting</h2>
      <Checkbox
        label="Allow User Registration"
        checked={registrationEnabled}
        disabled={saved === undefined || form.busy}
        onChange={(event) => form.set({ registrationEnabled: event.target.checked })}
      />
      {failure}
      <PageAlert alert={form.alert} />
      <SaveSetting busy={form.busy} disabled={saved === undefined || registrationEnabled === saved} />
    </form>
  )
}

function Email() {
  const { user, dashboardData, check } = useSession()
  const alert = useAlert()
  const sending = useMutation({
    mutationFn: () => call(sendTestMail),
    onMutate: () => alert.clear(),
    onSuccess: ({ message }) => alert.show('success', message),
    onError: (failure) => alert.show('error', messageOf(failure)),
    // The banner follows what has just been learned.
    onSettled: () => void check(),
  })
  const mail = dashboardData?.mail
  return (
    <section className={`${layout.stack} ${styles.panel}`} aria-labelledby="mail">
      <h2 id="mail">Email</h2>
      {!mail?.configured ? (
        <>
          <p>
            No mail server is configured. Emails are written to the outbox folder. {smtpHint} For example:
          </p>
          <CopyCode label="the example" code={smtpExample} />
        </>
      ) : (
        <p>{mail.failing ? `The mail server is failing: ${mail.failing}` : 'A mail server is configured.'}</p>
      )}
      <p className={field.hint}>A test email goes to {user?.email} and shows what the mail server answers.</p>
      <SignatureSetting />
      <PageAlert alert={alert} />
      <div className={styles.foot}>
        <Button
          size="sm"
          variant="secondary"
          busy={sending.isPending}
          busyLabel="Sending..."
          onClick={() => sending.mutate()}
        >
          Send test email
        </Button>
      </div>
    </section>
  )
}

/** The header has no space for one more tab. */
function AuditTrail() {
  return (
    <section className={`${layout.stack} ${styles.panel}`} aria-labelledby="audit-trail">
      <h2 id="audit-trail">Audit trail</h2>
      <p>Who signed in, and who changed, deleted or exported what, in the last 180 days.</p>
      <div className={styles.foot}>
        <ButtonLink size="sm" variant="secondary" to="/dashboard/activity">
          Show activity
        </ButtonLink>
      </div>
    </section>
  )
}
