// What became of the last backups, when the next one is due, and how many are stored.
import type { BackupStatus } from '../../contract/backups.ts'
import { Badge } from '../ui/badge.tsx'
import * as field from '../ui/field.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './backups.module.css'

export function BackupFacts({ status: { last, failure, next, stored, folder } }: { status: BackupStatus }) {
  return (
    <>
      <dl className={styles.facts}>
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
        {failure && (
          <>
            <dt>Last failure</dt>
            <dd>{minute.format(new Date(failure.at))}</dd>
          </>
        )}
        <dt>Next</dt>
        <dd>
          {next === null ? 'Off' : Date.parse(next) <= Date.now() ? 'Now' : minute.format(new Date(next))}
        </dd>
        <dt>Stored</dt>
        <dd>
          {stored === null
            ? 'The folder cannot be read'
            : stored.count === 0
              ? 'None'
              : `${stored.count} ${stored.count === 1 ? 'backup' : 'backups'}, ${sizeOf(stored.bytes)}`}
        </dd>
      </dl>
      <p className={field.hint}>
        They are in {folder} on the server. Copy them to another machine, too. To restore one, run{' '}
        <code>npm run restore -- FILE</code> there, into an empty <code>DATA_DIR</code> or database.
      </p>
    </>
  )
}

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const sizeOf = (bytes: number) => {
  const [unit, power] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : (['GB', 1e9] as const)
  const size = bytes / Number(power)
  return `${size < 10 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`
}
