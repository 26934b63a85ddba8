// Backups in the settings: how often and how many are stored, what became of the last ones, and the download of one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type BackupSchedule,
  type BackupStatus,
  checkDownload,
  downloadBackup,
  readBackups,
  setBackups,
} from '../../contract/backups.ts'
import { maxBackups } from '../../contract/limits.ts'
import { PageAlert, useAlert } from '../alerts.tsx'
import { call, messageOf } from '../call.ts'
import { followDownload } from '../call-files.ts'
import { Cancelled, useForm } from '../forms/use-form.ts'
import { useReauthentication } from '../reauthenticate.tsx'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Select, TextField } from '../ui/field.tsx'
import * as links from '../ui/link.module.css'
import { DownloadIcon } from '../ui/tool-icons.tsx'
import * as typography from '../ui/typography.module.css'
import { useLogged } from './admin-queries.ts'
import { BackupFacts } from './backup-facts.tsx'
import * as styles from './backups.module.css'
import * as settings from './settings.module.css'

/** Milliseconds between two looks while one is due: it is made within a minute. */
const lookAgain = 3_000
const isDue = (status?: BackupStatus) => Boolean(status?.next && Date.parse(status.next) <= Date.now())

export function Backups() {
  const { check } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => call(readBackups, { signal }),
    staleTime: 0,
    networkMode: 'always',
    refetchInterval: ({ state }) => (isDue(state.data) ? lookAgain : false),
  })
  useLogged(error, 'Backups')
  const alert = useAlert()
  const download = useDownload(alert)
  const [version, setVersion] = useState(0)
  const saved = async (message: string) => {
    alert.show('success', message)
    await refetch()
    // The saved values are what the form starts with.
    setVersion((before) => before + 1)
    // The warning above every page follows what has just been learned.
    void check()
  }
  return (
    <section className={settings.panel} aria-labelledby="backups">
      {download.dialog}
      <div className={styles.head}>
        <h2 id="backups">Backups</h2>
        <p className={typography.meta}>Downloading asks for your password</p>
      </div>
      {error && !data && (
        <p>
          The state of the backups could not be loaded.{' '}
          <button type="button" className={links.link} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      {data?.failure?.isCurrent && <Alert kind="error">The last backup failed: {data.failure.reason}</Alert>}
      <ScheduleForm
        key={data ? `loaded ${version}` : 'loading'}
        status={data}
        onSaved={saved}
        alert={alert}
        download={download.button}
      />
    </section>
  )
}

const intervals = [
  { value: 'daily', label: 'every day' },
  { value: 'weekly', label: 'every week' },
]

interface Values {
  isOn: boolean
  interval: string
  keep: string
}

const valuesOf = ({ interval, keep }: BackupSchedule): Values => ({
  isOn: interval !== 'off',
  interval: interval === 'off' ? 'daily' : interval,
  keep: String(keep),
})
const scheduleOf = ({ isOn, interval, keep }: Values) => ({
  interval: isOn ? interval : 'off',
  // An empty field is no zero.
  keep: keep.trim() === '' ? Number.NaN : Number(keep),
})

interface FormProps {
  status: BackupStatus | undefined
  onSaved: (message: string) => Promise<void>
  alert: ReturnType<typeof useAlert>
  /** The button. */
  download: ReactNode
}

function ScheduleForm({ status, onSaved, alert, download }: FormProps) {
  const form = useForm(setBackups.body, {
    initial: valuesOf(status ?? { interval: 'off', keep: 7 }),
    input: scheduleOf,
    send: (body) => call(setBackups, { body }),
    onSent: ({ message }) => onSaved(message),
  })
  const { isOn } = form.values
  const now = scheduleOf(form.values)
  const isChanged = status !== undefined && (now.interval !== status.interval || now.keep !== status.keep)
  const off = status === undefined || form.busy
  return (
    <form {...form.props} className={styles.form} aria-labelledby="backups">
      <div className={styles.line}>
        <Checkbox
          label="Back up"
          checked={isOn}
          disabled={off}
          onChange={(event) => form.set({ isOn: event.target.checked })}
        />
        <Select
          {...form.field('interval')}
          label="How often"
          hideLabel
          dense
          disabled={off || !isOn}
          options={intervals}
        />
      </div>
      <div className={styles.line}>
        <span aria-hidden="true">Keep the last</span>
        <TextField
          {...form.field('keep')}
          label="Number of backups to keep"
          hideLabel
          dense
          className={styles.number}
          inputMode="numeric"
          maxLength={String(maxBackups).length}
          autoComplete="off"
          disabled={off}
        />
        <span aria-hidden="true">backups</span>
      </div>
      {status && <BackupFacts status={status} />}
      <PageAlert alert={form.alert.message ? form.alert : alert} />
      <div className={styles.foot}>
        <Button size="sm" type="submit" disabled={!isChanged} busy={form.busy} busyLabel="Saving...">
          Save
        </Button>
        {download}
      </div>
    </form>
  )
}

/**
 * The browser saves it as it comes, so it may be larger than memory; whether it may begin is asked before.
 * @returns the button, and the dialog, which is a form of its own
 */
function useDownload(alert: ReturnType<typeof useAlert>) {
  const identity = useReauthentication('Downloading a backup')
  const starting = useMutation({
    mutationFn: () => identity.run(() => call(checkDownload)),
    networkMode: 'always',
    onMutate: () => alert.clear(),
    onSuccess: () => {
      followDownload(downloadBackup)
      alert.show('success', 'The download begins. It holds messages and password hashes: store it safely.')
    },
    onError: (failure) => {
      if (!(failure instanceof Cancelled)) alert.show('error', messageOf(failure))
    },
  })
  const button = (
    <Button
      size="sm"
      variant="secondary"
      busy={starting.isPending && !identity.dialog}
      onClick={() => starting.mutate()}
    >
      <DownloadIcon size="s" />
      Download a backup
    </Button>
  )
  return { button, dialog: identity.dialog }
}
