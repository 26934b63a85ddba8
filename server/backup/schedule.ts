// Backups on schedule: when one is due, the job that makes it, and what became of the last ones.
import type { Transaction } from 'kysely'
import type { BackupInterval, BackupSchedule } from '../../contract/settings.ts'
import { emailOwner } from '../accounts/owner-emails.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { isAway, isFull } from '../db/connect.ts'
import { NoConnection } from '../db/migrate.ts'
import type { BackupStateRow, Tables } from '../db/tables.ts'
import type { Actor } from '../http/client.ts'
import { installationOf } from '../images/installation.ts'
import { JobFailure, type JobKinds, type JobResult } from '../jobs/kinds.ts'
import { reschedule } from '../jobs/rows.ts'
import type { EmailKind } from '../mail/email-kinds.ts'
import { layOut } from '../mail/layout.ts'
import { iso } from '../time.ts'
import { BackupError } from './archive.ts'
import { deleteOlder, folderProblem, nameOf, storeBackup } from './backup-directory.ts'

/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const intervals: Record<Exclude<BackupInterval, 'off'>, number> = { daily: day, weekly: 7 * day }
/** After a failure. */
const retryAfter = hour
/** More than the last one took, in parts of it. */
const growth = 1.2

const settings = { interval: 'backup-interval', keep: 'backup-keep' } as const
const defaultKeep = 7

/** The kind of the job, of which there is always one. */
const kind = 'backup'

type Db = Pick<AppContext, 'db'>

export async function readSchedule({ db }: Db): Promise<BackupSchedule> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', 'in', Object.values(settings))
    .execute()
  const value = (name: string) => rows.find((row) => row.name === name)?.value
  const interval = value(settings.interval)
  return {
    interval: interval === 'daily' || interval === 'weekly' ? interval : 'off',
    keep: Number(value(settings.keep) ?? defaultKeep),
  }
}

export interface BackupState extends BackupStateRow, BackupSchedule {
  /** ISO time of the next one; null while they are off. */
  next: string | null
}

export async function readState(context: Pick<AppContext, 'db' | 'now'>): Promise<BackupState> {
  const schedule = await readSchedule(context)
  const { due_at, ...row } = await context.db
    .selectFrom('backup_state')
    .selectAll()
    .select((state) => state.selectFrom('jobs').select('due_at').where('key', '=', kind).as('due_at'))
    .executeTakeFirstOrThrow()
  return { ...row, ...schedule, next: schedule.interval === 'off' ? null : (due_at ?? iso(context)) }
}

/** Why the last scheduled backup failed; null once one has succeeded, and while they are off. */
export async function backupTrouble(context: Pick<AppContext, 'db' | 'now'>): Promise<string | null> {
  const { failures, failure, interval } = await readState(context)
  return failures === 0 || interval === 'off' ? null : failure
}

/** The next one is due an interval after the last one; the first one at once. */
export async function setSchedule(
  context: AppContext,
  by: Actor & { role: 'admin' | 'user' },
  { interval, keep }: BackupSchedule,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const values = [
      { name: settings.interval, value: interval },
      { name: settings.keep, value: String(keep) },
    ]
    for (const row of values)
      await tx
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
        .execute()
    const { made_at } = await readState({ ...context, db: tx })
    // Switched on again, a failure is told as the first one.
    if (interval === 'off') await tx.updateTable('backup_state').set({ failures: 0 }).execute()
    const next = interval === 'off' || made_at === null ? context.now() : nextAfter(interval, made_at)
    await reschedule(context, tx, kind, next)
    const detail = interval === 'off' ? interval : `${interval}, ${keep} stored`
    await record(context, tx, { kind: 'backups.changed', by, detail })
  })
  context.changes.emit('jobs')
}

/** @param madeAt ISO time of the last one */
function nextAfter(interval: keyof typeof intervals, madeAt: string): Date {
  return new Date(Date.parse(madeAt) + intervals[interval])
}

export const backupJobs: JobKinds = {
  [kind]: {
    queue: 'backups',
    every: day,
    run: makeBackup,
    onFailed: (context, tx, _job, failure) =>
      countFailure(context, tx, { failed_at: iso(context), failure: failure.message }),
  },
}

async function makeBackup(context: AppContext, _job: unknown, signal: AbortSignal): Promise<JobResult> {
  const { backups, log, config, db } = context
  const state = await readState(context)
  if (state.interval === 'off') return {}
  const giveBack = backups.take()
  // A download is under way.
  if (!giveBack) return { dueAt: new Date(context.now().getTime() + minute) }
  const startedAt = iso(context)
  const began = performance.now()
  try {
    const installation = await installationOf(db)
    const bytes = await storeBackup(context, config.backupDir, {
      installation,
      time: new Date(startedAt),
      expected: (state.bytes ?? 0) * growth,
      signal: AbortSignal.any([signal, timeLimit(backups.limits.duration)]),
    })
    const ms = Math.round(performance.now() - began)
    log.info({ event: 'backup.created', bytes, ms }, 'a scheduled backup was made')
    // The schedule of this moment: it may have been changed since the backup began.
    const { interval, keep } = await readSchedule(context)
    await deleteOlder(config.backupDir, installation, keep, nameOf(new Date(startedAt), installation)).catch(
      (error) => log.error({ event: 'backups.not-deleted', err: error }, 'older backups not deleted'),
    )
    return {
      ...(interval === 'off' ? {} : { dueAt: nextAfter(interval, startedAt) }),
      async record(tx) {
        await record(context, tx, { kind: 'backup.created', by: { role: 'operator' }, detail: 'scheduled' })
        await tx
          .updateTable('backup_state')
          .set({ made_at: startedAt, bytes, took_ms: ms, failures: 0 })
          .execute()
      },
    }
  } catch (error) {
    if (signal.aborted) throw error
    log.error({ event: 'backup.failed', err: error }, 'a scheduled backup failed')
    throw new JobFailure(await reasonOf(error, config.backupDir), { cause: error, pause: retryAfter })
  } finally {
    giveBack()
  }
}

function timeLimit(ms: number): AbortSignal {
  const stop = new AbortController()
  const reason = new BackupError(
    `It took more than ${Math.round(ms / minute)} minutes. Back up with npm run backup, and look at the disk.`,
  )
  setTimeout(() => stop.abort(reason), ms).unref()
  return stop.signal
}

/** A sentence for admins. */
async function reasonOf(error: unknown, folder: string): Promise<string> {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (error instanceof BackupError) return message
  if (isFull(error)) return `There is no space left in ${folder}.`
  if (error instanceof NoConnection || isAway(error)) return 'The database did not respond.'
  if (path?.startsWith(folder))
    return (await folderProblem(folder)) ?? `${folder} cannot be written (${code}).`
  return message
}

/** The first failure after a success is recorded and mailed; the others are logged. */
async function countFailure(
  context: AppContext,
  tx: Transaction<Tables>,
  failed: { failed_at: string; failure: string },
): Promise<void> {
  const { failures } = await tx
    .updateTable('backup_state')
    .set((row) => ({ ...failed, failures: row('failures', '+', 1) }))
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (failures > 1) return
  await record(context, tx, { kind: 'backup.failed', by: { role: 'operator' }, detail: failed.failure })
  await emailOwner(context, tx, { kind: 'backup-failed' })
}

export const backupEmails = {
  'backup-failed': {
    /** With the reason of that moment; nothing is sent once a backup has succeeded. */
    async render(context, _, { brand, publicUrl }) {
      const reason = await backupTrouble(context)
      if (reason === null) return null
      return layOut(`The backup of ${brand} failed`, [
        'The scheduled backup failed, and is tried again every hour. You get no further email until one has succeeded.',
        reason,
        'The state of the backups is in the settings:',
        { link: `${publicUrl}/dashboard/settings` },
      ])
    },
  },
} satisfies Record<string, EmailKind>
