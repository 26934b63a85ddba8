// Backups in the settings: how often and how many are stored, what became of the last ones, and the download of one.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { maxBackups } from '../../../contract/limits.ts'
import type { BackupStatus } from '../../../contract/responses/dashboard.ts'
import { checkDownload, downloadBackup, readBackups, setBackups } from '../../../contract/settings.ts'
import { useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { download } from '../../call-files.ts'
import { check } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, optionsOf, Select, TextField } from '../../ui/field.tsx'
import { Alert } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import { read } from '../lists/admin-queries.ts'
import { useAction } from '../lists/dialogs.tsx'
import { capitalised, counted, minuteText, momentText } from '../lists/times.tsx'
import { Facts, Panel, Setting } from './setting.tsx'
import * as styles from './settings.module.css'

interface DownloadProps {
  alert: ReturnType<typeof useAlert>
  label: string
  variant: 'secondary' | 'quiet'
}

/** The browser saves it as it comes, so it may be larger than memory; whether it may begin is checked first. */
export function DownloadButton({ alert, label, variant }: DownloadProps) {
  const { identified, isAsking } = useAsk()
  const { run, busy } = useAction(alert, async () => {
    alert.clear()
    await identified('Downloading a backup', () => call(checkDownload))
    download(downloadBackup.path)
    return 'The download begins. It holds messages and password hashes: store it safely.'
  })
  return (
    <Button size="sm" variant={variant} busy={busy && !isAsking} onClick={() => run()}>
      {variant !== 'quiet' && <DownloadIcon size="s" />}
      {label}
    </Button>
  )
}

const isPast = (iso: string) => Date.parse(iso) <= Date.now()

export const backupsQuery = queryOptions({
  ...read('backups', readBackups),
  // While one is due: it is made within a minute.
  refetchInterval: ({ state: { data } }) => (data?.next && isPast(data.next) ? 3_000 : false),
})

function stateOf({ interval, failure, last }: BackupStatus): ComponentProps<typeof Panel>['state'] {
  if (failure?.isCurrent) return { look: 'bad', text: 'Failed' }
  if (interval === 'off') return { look: 'due', text: 'Off' }
  return last ? { look: 'ok', text: 'Up to date' } : { look: 'wait', text: 'None yet' }
}

/** A time of day in UTC as one of the viewer's zone, by what its clocks show today. */
function inZone(time: string): string {
  const date = new Date()
  date.setUTCHours(Number(time.slice(0, 2)), Number(time.slice(3)))
  return date.toTimeString().slice(0, 5)
}

/** @returns '' for an empty field */
function inUtc(time: string): string {
  const date = new Date()
  date.setHours(Number(time.slice(0, 2)), Number(time.slice(3)))
  return time && date.toISOString().slice(11, 16)
}

export function Backups() {
  const alert = useAlert()
  const { data } = useQuery(backupsQuery)
  return (
    <Panel id="backups" title="Backups" state={data && stateOf(data)}>
      <Setting
        what="The state of the backups"
        label="Backups"
        query={backupsQuery}
        valuesOf={({ interval, keep, time }) => ({
          isOn: interval !== 'off',
          interval: interval === 'off' ? 'daily' : interval,
          keep: String(keep),
          time: inZone(time),
        })}
        initial={{ isOn: false, interval: 'daily', keep: '7', time: '' }}
        schema={setBackups.body}
        input={({ isOn, interval, keep, time }) => ({
          interval: isOn ? interval : 'off',
          time: inUtc(time),
          // An empty field is no zero.
          keep: keep.trim() === '' ? Number.NaN : Number(keep),
        })}
        again={data?.failure?.isCurrent}
        send={(body) => call(setBackups, { body })}
        onSaved={(message) => {
          alert.show('success', message)
          // The warning above every page follows what has just been learned.
          void check()
        }}
        alert={alert}
        more={<DownloadButton alert={alert} label="Download a backup" variant="secondary" />}
      >
        {({ values, set, field }, isOff, status) => (
          <>
            {status?.failure?.isCurrent && (
              <Alert kind="error">The last backup failed: {status.failure.reason}</Alert>
            )}
            <div className={`${ui.cluster} ${styles.line}`}>
              <Checkbox
                label="Back up"
                checked={values.isOn}
                disabled={isOff}
                onChange={({ target }) => set({ isOn: target.checked })}
              />
              <Select
                {...field('interval')}
                label="How often"
                hideLabel
                dense
                disabled={isOff || !values.isOn}
                options={optionsOf({ daily: 'every day', weekly: 'every week' })}
              />
              <div className={`${ui.row} ${styles.time}`}>
                <span aria-hidden="true">at</span>
                <TextField
                  {...field('time')}
                  label="Time"
                  hideLabel
                  dense
                  type="time"
                  disabled={isOff || !values.isOn}
                />
              </div>
            </div>
            <div className={`${ui.cluster} ${styles.line}`}>
              <span aria-hidden="true">Keep the last</span>
              <TextField
                {...field('keep')}
                label="Number of backups to keep"
                hideLabel
                dense
                className={styles.number}
                inputMode="numeric"
                maxLength={String(maxBackups).length}
                disabled={isOff || !values.isOn}
              />
              <span aria-hidden="true">backups</span>
            </div>
            <p className={styles.plain}>
              One holds everything: projects, images, messages, texts. The time is kept in UTC, so it moves by
              an hour with summer time.
            </p>
            {status && <Status status={status} />}
          </>
        )}
      </Setting>
    </Panel>
  )
}

function Status({
  status: { last, failure, next, stored, folder, folderProblem },
}: {
  status: BackupStatus
}) {
  const inFolder =
    folderProblem ??
    (stored ? `${counted(stored.count, 'backup')}, ${sizeOf(stored.bytes)}` : 'The folder cannot be read')
  return (
    <>
      <Facts
        rows={[
          ['Last backup', last ? `${capitalised(momentText(last.at))}. ${sizeOf(last.bytes)}` : 'None yet'],
          ...(failure ? [['Last failure', minuteText(failure.at)] as [string, string]] : []),
          ['Next', next === null ? 'Off' : isPast(next) ? 'Now' : minuteText(next)],
          ['Stored', inFolder],
        ]}
      />
      <p className={ui.hint}>
        In <code>{folder}</code> on the server. Copy them to another machine, too. To restore one, run{' '}
        <code>npm run restore -- FILE</code> there, into an empty <code>DATA_DIR</code> or database.
      </p>
    </>
  )
}

export const sizeOf = (bytes: number) => {
  const [unit, power] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : (['GB', 1e9] as const)
  const size = bytes / Number(power)
  return `${size < 10 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`
}
