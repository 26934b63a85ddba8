// Email in the settings: whether it works, the account that it is sent from, and the signature.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailSettings } from '../../../contract/responses/dashboard.ts'
import {
  mailPorts,
  readMail,
  sendTestMail,
  setMailAccount,
  setSignature,
} from '../../../contract/settings.ts'
import { PasswordField } from '../../account/fields.tsx'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { check, useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Alert } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useAsk } from '../asking.tsx'
import { homeQuery, read, signatureQuery } from '../lists/admin-queries.ts'
import { useAction } from '../lists/dialogs.tsx'
import { NotLoaded } from '../lists/parts.tsx'
import { capitalised, momentText, untilText } from '../lists/times.tsx'
import { Facts, Panel, Setting } from './setting.tsx'
import * as styles from './settings.module.css'

/** Server, port, and the page about app passwords. Who takes no password from programs is left out, as Microsoft. */
const providers: Record<string, readonly [host: string, port: number, help: string]> = {
  Fastmail: ['smtp.fastmail.com', 465, 'https://www.fastmail.help/hc/en-us/articles/360058752854'],
  Gmail: ['smtp.gmail.com', 465, 'https://support.google.com/accounts/answer/185833'],
  GMX: ['mail.gmx.net', 465, 'https://hilfe.gmx.net/sicherheit/2fa/anwendungsspezifisches-passwort.html'],
  iCloud: ['smtp.mail.me.com', 587, 'https://support.apple.com/102654'],
  Infomaniak: ['mail.infomaniak.com', 465, 'https://www.infomaniak.com/en/support/faq/1321'],
  'mailbox.org': [
    'smtp.mailbox.org',
    465,
    'https://kb.mailbox.org/en/private/security-and-privacy/e-mail-password',
  ],
  Yahoo: ['smtp.mail.yahoo.com', 465, 'https://help.yahoo.com/kb/SLN15241.html'],
}
const another = 'Another server'

const providerOf = (host: string) =>
  Object.keys(providers).find((name) => providers[name]?.[0] === host) ?? another

export const mailQuery = read('mail', readMail)

export function Email() {
  const { dashboardData } = useSession()
  const [isChanging, setChanging] = useState(false)
  const alert = useAlert()
  const mail = useQuery(mailQuery)
  const home = useQuery(homeQuery)
  // The banner above every page follows, too.
  const refresh = () => Promise.all([check(), mail.refetch(), home.refetch()])
  const test = useAction(alert, async () => {
    alert.clear()
    return (await call(sendTestMail).finally(refresh)).message
  })
  const { data } = mail
  const isSetUp = Boolean(data?.fixed || data?.account)
  const trouble = data?.account?.isLocked
    ? 'The app password cannot be read: the key that it was stored with is not on this server.'
    : dashboardData?.mail?.failing
  const { nextTry, lastSent } = home.data?.mail ?? {}
  const isForm = data && (isChanging || !isSetUp)
  const change = (label: string, variant: 'primary' | 'quiet') =>
    !data?.fixed && (
      <Button size="sm" variant={variant} onClick={() => setChanging(true)}>
        {label}
      </Button>
    )
  const send = (label: string, variant: 'secondary' | 'quiet') => (
    <Button size="sm" variant={variant} busy={test.busy} busyLabel="Sending..." onClick={() => test.run()}>
      {label}
    </Button>
  )
  return (
    <Panel
      id="mail"
      title="Email"
      state={
        data &&
        (!isSetUp
          ? { look: 'due', text: 'Not set up' }
          : trouble
            ? { look: 'bad', text: 'Does not send' }
            : { look: 'ok', text: 'Works' })
      }
    >
      {mail.error && !data && <NotLoaded what="The email account" onRetry={mail.refetch} />}
      {data && !isSetUp && (
        <p className={styles.plain}>
          Messages from visitors wait in the dashboard. To get them by email and to reply from here, name the
          account they are sent from.
        </p>
      )}
      {isSetUp && trouble && !isForm && (
        <>
          <Alert kind="error" role="status">
            {trouble} {nextTry && `Next try ${untilText(nextTry)}.`}
          </Alert>
          <div className={ui.cluster}>
            {change('Enter it again', 'primary')}
            {send('Try again now', 'quiet')}
          </div>
        </>
      )}
      {isForm && (
        <Account
          account={data.account}
          onSaved={async (message) => {
            alert.show('success', message)
            setChanging(false)
            await refresh()
          }}
          onCancel={isChanging ? () => setChanging(false) : undefined}
        />
      )}
      {data && !isForm && (
        <Facts
          rows={[
            ['Messages go to', data.owners.join(', ')],
            ['Sent through', throughOf(data)],
            ['Last sent', lastSent ? capitalised(momentText(lastSent)) : 'Nothing yet'],
          ]}
        />
      )}
      {data && (
        <Setting
          what="The signature"
          label="Signature"
          query={signatureQuery}
          valuesOf={({ signature }) => ({ signature })}
          initial={{ signature: '' }}
          schema={setSignature.body}
          draft="signature"
          send={(body) => call(setSignature, { body })}
          alert={alert}
          more={
            isSetUp &&
            !isForm &&
            !trouble && (
              <>
                {send('Send a test email', 'secondary')}
                {change('Change the account', 'quiet')}
              </>
            )
          }
        >
          {(form, isOff) => (
            <TextArea
              {...form.field('signature')}
              label="Signature"
              hint="Ends every reply to a visitor."
              rows={3}
              readOnly={isOff}
            />
          )}
        </Setting>
      )}
    </Panel>
  )
}

function throughOf({ fixed, account }: MailSettings): string {
  if (fixed) return `${fixed}, as SMTP_URL on the server says. Change it there.`
  if (!account) return ''
  const provider = providerOf(account.host)
  return `${provider === another ? account.address : provider}, ${account.host}`
}

const typed = { autoCapitalize: 'none', spellCheck: false } as const

interface AccountProps {
  account: MailSettings['account']
  onSaved: (message: string) => Promise<void>
  onCancel: (() => void) | undefined
}

function Account({ account, onSaved, onCancel }: AccountProps) {
  const { identified, isAsking } = useAsk()
  const form = useForm(setMailAccount.body, {
    initial: {
      provider: account ? providerOf(account.host) : 'Fastmail',
      host: account?.host ?? '',
      port: String(account?.port ?? mailPorts[0]),
      user: account && account.user !== account.address ? account.user : '',
      address: account?.address ?? '',
      password: '',
    },
    input: ({ provider, user, address, password, ...own }) => {
      const [host, port] = providers[provider] ?? [own.host, Number(own.port)]
      return { host, port, user: (provider === another && user) || null, address, password }
    },
    send: (body) => identified('Setting up email', () => call(setMailAccount, { body })),
    onSent: ({ message }) => onSaved(message),
  })
  const { provider } = form.values
  const help = providers[provider]?.[2]
  return (
    <form {...form.props} className={`${ui.stack} ${styles.form}`} aria-label="Email account">
      <Select
        {...form.field('provider')}
        label="Your email account is with"
        error={help && form.errors.host}
        onChange={() => form.clear('host')}
        options={[...Object.keys(providers), another].map((name) => ({ value: name, label: name }))}
      />
      {!help && (
        <>
          <div className={ui.columns}>
            <TextField {...form.field('host')} {...typed} label="Server" placeholder="smtp.example.com" />
            <Select
              {...form.field('port')}
              label="Port"
              options={mailPorts.map(String).map((port) => ({ value: port, label: port }))}
            />
          </div>
          <TextField
            {...form.field('user')}
            {...typed}
            label="User name"
            hint="Empty where it is the address."
          />
        </>
      )}
      <div className={ui.columns}>
        <TextField {...form.field('address')} {...typed} label="Address" type="email" />
        <PasswordField {...form.field('password')} label="App password" autoComplete="off" />
      </div>
      {help && (
        <p className={ui.hint}>
          Not the password you log in with.{' '}
          <a className={ui.link} href={help} target="_blank" rel="noreferrer">
            How to make one at {provider}
          </a>
        </p>
      )}
      <PageAlert alert={form.alert} />
      <div className={`${ui.cluster} ${styles.foot}`}>
        <Button size="sm" type="submit" busy={form.busy && !isAsking} busyLabel="Testing...">
          Save and send a test
        </Button>
        {onCancel && (
          <Button size="sm" variant="quiet" disabled={form.busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
