// Backups in the settings: how often and how many are stored, what became of the last ones, and the download of one.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { maxBackups } from '../../../contract/limits.ts'
import type { BackupStatus } from '../../../contract/responses/dashboard.ts'
import { type BackupSchedule, readBackups, setBackups } from '../../../contract/settings.ts'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useSession } from '../../session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox, Select, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { Alert } from '../../ui/notice.tsx'
import * as typography from '../../ui/typography.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { useDownload } from './backup-download.tsx'
import * as panels from './settings.module.css'

/** Milliseconds between two looks while one is due: it is made within a minute. */
const lookAgain = 3_000
const isDue = (status?: BackupStatus) => Boolean(status?.next && Date.parse(status.next) <= Date.now())

export function Backups() {
  const { check } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => call(readBackups, { signal }),
    refetchInterval: ({ state }) => (isDue(state.data) ? lookAgain : false),
  })
  useLogged(error, 'Backups')
  const alert = useAlert()
  const download = useDownload(alert, { label: 'Download a backup', variant: 'secondary' })
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
    <section className={`${layout.stack} ${panels.panel}`} aria-labelledby="backups">
      {download.dialog}
      <div className={layout.between}>
        <h2 id="backups">Backups</h2>
        <p className={typography.meta}>Downloading asks for your password</p>
      </div>
      {error && !data && <NotLoaded what="The state of the backups" onRetry={() => void refetch()} />}
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
    <form {...form.props} className={`${layout.stack} ${panels.form}`} aria-labelledby="backups">
      <div className={`${layout.cluster} ${panels.line}`}>
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
      <div className={`${layout.cluster} ${panels.line}`}>
        <span aria-hidden="true">Keep the last</span>
        <TextField
          {...form.field('keep')}
          label="Number of backups to keep"
          hideLabel
          dense
          className={panels.number}
          inputMode="numeric"
          maxLength={String(maxBackups).length}
          autoComplete="off"
          disabled={off || !isOn}
        />
        <span aria-hidden="true">backups</span>
      </div>
      {status && <Facts status={status} />}
      <PageAlert alert={form.alert.message ? form.alert : alert} />
      <div className={layout.actions}>
        <Button size="sm" type="submit" disabled={!isChanged} busy={form.busy} busyLabel="Saving...">
          Save
        </Button>
        {download}
      </div>
    </form>
  )
}

function Facts({ status: { last, failure, next, stored, folder, folderProblem } }: { status: BackupStatus }) {
  return (
    <>
      <dl className={layout.facts}>
        <div>
          <dt>Last backup</dt>
          <dd>
            {last ? (
              <>
                <Badge look="ok">{minute.format(new Date(last.at))}</Badge>{' '}
                <span className={typography.meta}>
                  {sizeOf(last.bytes)}, {Math.max(1, Math.round(last.ms / 1000))} s
                </span>
              </>
            ) : (
              'None yet'
            )}
          </dd>
        </div>
        {failure && (
          <div>
            <dt>Last failure</dt>
            <dd>{minute.format(new Date(failure.at))}</dd>
          </div>
        )}
        <div>
          <dt>Next</dt>
          <dd>
            {next === null ? 'Off' : Date.parse(next) <= Date.now() ? 'Now' : minute.format(new Date(next))}
          </dd>
        </div>
        <div>
          <dt>Stored</dt>
          <dd>
            {folderProblem !== null || stored === null
              ? (folderProblem ?? 'The folder cannot be read')
              : stored.count === 0
                ? 'None'
                : `${stored.count} ${stored.count === 1 ? 'backup' : 'backups'}, ${sizeOf(stored.bytes)}`}
          </dd>
        </div>
      </dl>
      <p className={field.hint}>
        Backups are stored in <code>{folder}</code> on the server. Copy them to another machine, too. To
        restore one, run <code>npm run restore -- FILE</code> on the server, into an empty{' '}
        <code>DATA_DIR</code> or database.
      </p>
    </>
  )
}

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const sizeOf = (bytes: number) => {
  const [unit, power] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : (['GB', 1e9] as const)
  const size = bytes / Number(power)
  return `${size < 10 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`
}
