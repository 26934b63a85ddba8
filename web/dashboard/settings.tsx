// Settings: registration on or off, and a test of the way email leaves.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { sendTestMail, setRegistration } from '../../contract/settings.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { registrationQuery, useLogged, useRefresh, wordsOf } from './admin-queries.ts'
import { Notice, useNotice } from './notice.tsx'

export function meta() {
  return pageMeta({ title: `Settings | ${site.brand}`, noindex: true })
}

export default function Settings() {
  return (
    <>
      <div className="dhead">
        <h1 className="dtitle">Settings</h1>
      </div>
      <div className="panels">
        <Registration />
        <Mail />
      </div>
    </>
  )
}

function Registration() {
  const { data, error, refetch } = useQuery(registrationQuery())
  useLogged(error, 'Registration setting')
  const [ticked, setTicked] = useState<boolean>()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const notice = useNotice()
  // [S9] Registration counts as enabled until loaded.
  const saved = data?.registrationEnabled
  const shown = ticked ?? saved ?? true

  const saving = useMutation({
    mutationFn: (registrationEnabled: boolean) => call(setRegistration, { body: { registrationEnabled } }),
    networkMode: 'always',
    onSuccess: async () => {
      await refresh('registration')
      await navigate('/dashboard', { state: { notice: 'Setting saved!' } })
    },
    onError: (failure) => {
      console.error('Setting could not be saved:', failure)
      notice.say('error', 'Failed to save setting!')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    notice.clear()
    saving.mutate(shown)
  }

  return (
    <form className="panel" onSubmit={submit} aria-labelledby="registration">
      <h2 id="registration">User Registration Setting</h2>
      <Checkbox
        label="Allow User Registration"
        checked={shown}
        disabled={saved === undefined || saving.isPending}
        onChange={(event) => setTicked(event.target.checked)}
      />
      {error && (
        <p>
          The setting could not be loaded.{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      <Notice {...notice} />
      <div className="panel-foot">
        <Button
          size="sm"
          type="submit"
          disabled={saved === undefined || shown === saved}
          busy={saving.isPending}
          busyLabel="Saving..."
        >
          Save
        </Button>
      </div>
    </form>
  )
}

function Mail() {
  const { user, dashboardData, check } = useSession()
  const notice = useNotice()
  const sending = useMutation({
    mutationFn: () => call(sendTestMail),
    networkMode: 'always',
    onMutate: () => notice.clear(),
    onSuccess: ({ message }) => notice.say('success', message),
    onError: (failure) => notice.say('error', wordsOf(failure)),
    // The banner follows what has just been learned.
    onSettled: () => void check(),
  })
  const mail = dashboardData?.mail
  return (
    <section className="panel" aria-labelledby="mail">
      <h2 id="mail">Email</h2>
      <p>
        {!mail?.configured
          ? 'No mail server is configured. Emails are written to the outbox folder.'
          : mail.failing
            ? `The mail server is failing: ${mail.failing}`
            : 'A mail server is configured.'}
      </p>
      <p className="hint">A test email goes to {user?.email} and shows what the mail server answers.</p>
      <Notice {...notice} />
      <div className="panel-foot">
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
