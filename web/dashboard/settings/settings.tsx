// Settings: registration, backups, counts of visits, the way email leaves, how long messages are stored, webhooks and
// access tokens.
import { useNavigate } from 'react-router'
import type { Body } from '../../../contract/call.ts'
import { readCounting, setCounting } from '../../../contract/dashboard.ts'
import { signatureLength } from '../../../contract/limits.ts'
import {
  countOldMessages,
  readRegistration,
  readRetention,
  retentionMonths,
  sendTestMail,
  setRegistration,
  setRetention,
  setSignature,
} from '../../../contract/settings.ts'
import { flash, PageAlert, useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { privateMeta } from '../../page-meta.ts'
import { useSession } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox, Select, TextArea } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { signatureQuery } from '../lists/admin-queries.ts'
import { useAction, useQuestion } from '../lists/dialogs.tsx'
import { PageHead, smtpHint } from '../lists/parts.tsx'
import { AccessTokens } from './access-tokens.tsx'
import { Backups } from './backups.tsx'
import { Panel, Setting } from './setting.tsx'
import * as styles from './settings.module.css'
import { Webhooks } from './webhooks.tsx'

export const meta = privateMeta('Settings')

export default function Settings() {
  return (
    <>
      <PageHead title="Settings" />
      <div className={`${layout.stack} ${styles.panels}`}>
        <div>
          <Registration />
          <Backups />
          <Visits />
          <AuditTrail />
        </div>
        <div>
          <Email />
          <Retention />
          <Webhooks />
        </div>
        <AccessTokens />
      </div>
    </>
  )
}

function Registration() {
  const navigate = useNavigate()
  return (
    <Panel id="registration" title="User Registration Setting">
      <Setting
        label="User Registration Setting"
        query={{
          queryKey: ['admin', 'registration'],
          queryFn: ({ signal }) => call(readRegistration, { signal }),
        }}
        valuesOf={({ registrationEnabled }) => ({ registrationEnabled })}
        // It counts as enabled until it is loaded.
        initial={{ registrationEnabled: true }}
        schema={setRegistration.body}
        send={(body) => call(setRegistration, { body })}
        onSaved={() => {
          flash('Setting saved!')
          return navigate('/dashboard')
        }}
        failed="Failed to save setting!"
      >
        {({ values, set }, isOff) => (
          <Checkbox
            label="Allow User Registration"
            checked={values.registrationEnabled}
            disabled={isOff}
            onChange={({ target }) => set({ registrationEnabled: target.checked })}
          />
        )}
      </Setting>
    </Panel>
  )
}

function Visits() {
  return (
    <Panel id="visits" title="Visits">
      <Setting
        label="Visits"
        query={{
          queryKey: ['admin', 'counting'],
          queryFn: ({ signal }) => call(readCounting, { signal }),
        }}
        valuesOf={({ counting }) => ({ counting })}
        initial={{ counting: true }}
        schema={setCounting.body}
        send={(body) => call(setCounting, { body })}
      >
        {({ values, set }, isOff) => (
          <>
            <Checkbox
              label="Count visits, without cookies or addresses"
              checked={values.counting}
              disabled={isOff}
              onChange={({ target }) => set({ counting: target.checked })}
            />
            <p className={field.hint}>
              Page views, preview opens and outbound clicks of each day, shown on the dashboard for 90 days
              and deleted after 400. Bots and visitors who ask not to be tracked are left out.
            </p>
          </>
        )}
      </Setting>
    </Panel>
  )
}

const periods = retentionMonths.map((months) => ({
  value: String(months),
  label: months === 0 ? 'Never' : `After ${months} months`,
}))

/** How long messages are stored. */
function Retention() {
  const { ask, question } = useQuestion()
  const save = async (body: Body<typeof setRetention>) => {
    const { months } = body
    const { messages } = months === 0 ? { messages: 0 } : await call(countOldMessages, { query: { months } })
    const [count, are] =
      messages === 1 ? ['1 message', 'is'] : [`${messages.toLocaleString('en-US')} messages`, 'are']
    if (messages > 0)
      await ask({
        title: 'Delete old messages?',
        confirmLabel: `Delete ${count}`,
        children: `${count} arrived more than ${months} months ago and ${are} deleted within an hour, every later one once it is as old. This action cannot be undone.`,
      })
    return call(setRetention, { body })
  }
  return (
    <Panel id="retention" title="Messages">
      {question}
      <Setting
        label="Messages"
        query={{
          queryKey: ['admin', 'retention'],
          queryFn: ({ signal }) => call(readRetention, { signal }),
        }}
        valuesOf={({ months }) => ({ months: String(months) })}
        initial={{ months: '0' }}
        schema={setRetention.body}
        input={({ months }) => ({ months: Number(months) })}
        send={save}
        failed="Failed to save setting!"
      >
        {(form, isOff) => (
          <>
            <Select {...form.field('months')} label="Delete messages" disabled={isOff} options={periods} />
            <p className={field.hint}>
              Unreplied and archived ones, too, with their replies, and what was stored to recognise spam.
              Deleted messages cannot be restored, except from a backup.
            </p>
          </>
        )}
      </Setting>
    </Panel>
  )
}

function Email() {
  const { user, dashboardData, check } = useSession()
  const alert = useAlert()
  const test = useAction(alert, async () => {
    alert.clear()
    // The banner follows what has just been learned.
    const { message } = await call(sendTestMail).finally(() => void check())
    return message
  })
  const mail = dashboardData?.mail
  return (
    <Panel id="mail" title="Email">
      {!mail?.configured ? (
        <>
          <p>
            No mail server is configured. Emails are written to the outbox folder. {smtpHint} For example:
          </p>
          {/* As in .env.example. */}
          <CopyCode label="the example" code="SMTP_URL=smtp://user:password@mail.example.com:587" />
        </>
      ) : (
        <p>{mail.failing ? `The mail server is failing: ${mail.failing}` : 'A mail server is configured.'}</p>
      )}
      <p className={field.hint}>A test email goes to {user?.email} and shows what the mail server answers.</p>
      <Setting
        what="The signature"
        label="Signature"
        query={signatureQuery()}
        valuesOf={({ signature }) => ({ signature })}
        initial={{ signature: '' }}
        schema={setSignature.body}
        draft="signature"
        isPart
        send={(body) => call(setSignature, { body })}
      >
        {(form, isOff) => (
          <TextArea
            {...form.field('signature')}
            label="Signature"
            hint="Ends every reply to a visitor."
            rows={4}
            maxLength={signatureLength}
            readOnly={isOff}
          />
        )}
      </Setting>
      <PageAlert alert={alert} />
      <div className={styles.foot}>
        <Button
          size="sm"
          variant="secondary"
          busy={test.busy}
          busyLabel="Sending..."
          onClick={() => test.run()}
        >
          Send test email
        </Button>
      </div>
    </Panel>
  )
}

/** The header has no space for one more tab. */
function AuditTrail() {
  return (
    <Panel id="audit-trail" title="Audit trail">
      <p>Who signed in, and who changed, deleted or exported what, in the last 180 days.</p>
      <div className={styles.foot}>
        <ButtonLink size="sm" variant="secondary" to="/dashboard/activity">
          Show activity
        </ButtonLink>
      </div>
    </Panel>
  )
}
