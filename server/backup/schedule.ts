// When backups are made, which instance makes one, and what became of the last ones.
import type { Transaction } from 'kysely'
import type { BackupInterval, BackupSchedule } from '../../contract/backups.ts'
import { ownerEmails } from '../accounts/owner-emails.ts'
import { record } from '../audit/record.ts'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import type { BackupStateRow } from '../db/job-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../http/actor.ts'
import { queueEmail } from '../mail/outbox.ts'

/** Milliseconds. */
const hour = 60 * 60_000
const day = 24 * hour
const intervals: Record<Exclude<BackupInterval, 'off'>, number> = { daily: day, weekly: 7 * day }
/** After a failure. */
const retryAfter = hour
/** Longer than a backup may take: after a crash another process makes it then. */
const leaseMargin = 5 * 60_000

/** Of a process that was killed: nobody else could tell. */
const cutOff =
  'The server ended in the middle of it. If that happens again, look for what ends it, such as a limit on its memory.'

const settings = { interval: 'backup-interval', keep: 'backup-keep' } as const
const defaultKeep = 7

type Db = Pick<AppContext, 'db'>

export async function readSchedule({ db }: Db): Promise<BackupSchedule> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', 'in', Object.values(settings))
    .execute()
  const value = (name: string) => rows.find((row) => row.name === name)?.value
  return {
    interval: intervalOf(value(settings.interval)),
    keep: Number(value(settings.keep) ?? defaultKeep),
  }
}

function intervalOf(value: string | null | undefined): BackupInterval {
  return value === 'daily' || value === 'weekly' ? value : 'off'
}

export async function readState({ db }: Db): Promise<BackupStateRow> {
  return db.selectFrom('backup_state').selectAll().executeTakeFirstOrThrow()
}

export async function readStateAndInterval({
  db,
}: Db): Promise<BackupStateRow & { interval: BackupInterval }> {
  const row = await db
    .selectFrom('backup_state')
    .selectAll()
    .select((state) =>
      state.selectFrom('settings').select('value').where('name', '=', settings.interval).as('interval'),
    )
    .executeTakeFirstOrThrow()
  return { ...row, interval: intervalOf(row.interval) }
}

/**
 * Why the last scheduled backup failed; null once one has succeeded, and while they are off.
 * @param state where it has been read
 */
export async function backupTrouble(context: Db, state?: BackupStateRow): Promise<string | null> {
  const { failures, failure } = state ?? (await readState(context))
  if (failures === 0) return null
  const { interval } = await readSchedule(context)
  return interval === 'off' ? null : failure
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
    const { made_at } = await readState({ db: tx })
    const next = interval === 'off' || made_at === null ? null : Date.parse(made_at) + intervals[interval]
    await tx
      .updateTable('backup_state')
      .set({ due_at: next === null ? null : new Date(next).toISOString() })
      .execute()
    const detail = interval === 'off' ? interval : `${interval}, ${keep} stored`
    await record(context, tx, { kind: 'backups.changed', by, detail })
  })
  context.log.info({ event: 'backups.changed', userId: by.id, interval, keep }, 'backups were scheduled')
  context.changes.emit('backups')
}

export interface DueBackup {
  /** ISO times. */
  startedAt: string
  leaseUntil: string
}

/** Takes the lease of a backup that is due. Of several instances only one gets it. @returns null where none is due */
export async function claimDue(context: AppContext): Promise<DueBackup | null> {
  if ((await readSchedule(context)).interval === 'off') return null
  const { lease_until: lapsed } = await readState(context)
  const startedAt = iso(context)
  const lease = context.backups.limits.duration + leaseMargin
  const leaseUntil = iso(context, lease)
  const claimed = await context.db
    .updateTable('backup_state')
    .set({ lease_until: leaseUntil })
    .where((row) =>
      row.and([
        row.or([
          row('due_at', 'is', null),
          row('due_at', '<=', startedAt),
          // Written by a clock that has been set back since.
          row('due_at', '>', iso(context, intervals.weekly + clockTolerance)),
        ]),
        row.or([
          row('lease_until', 'is', null),
          row('lease_until', '<=', startedAt),
          row('lease_until', '>', iso(context, lease + clockTolerance)),
        ]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return null
  // Whoever had the lease has neither finished nor given it back.
  if (lapsed !== null) await countFailure(context, leaseUntil, { failure: cutOff })
  return { startedAt, leaseUntil }
}

/**
 * For the start of a server that is the only one of its database: who had the lease has been killed, and nobody has to wait
 * until it is over.
 */
export async function endLease(context: AppContext): Promise<void> {
  await context.db
    .updateTable('backup_state')
    .set({ lease_until: iso(context) })
    .where('lease_until', '>', iso(context))
    .execute()
}

/** The server stops: another process, or the next start, makes it. */
export async function release({ db }: Db, { leaseUntil }: DueBackup): Promise<void> {
  await db
    .updateTable('backup_state')
    .set({ lease_until: null })
    .where('lease_until', '=', leaseUntil)
    .execute()
}

/**
 * By the schedule of this moment: it may have been changed since the backup began.
 * @param made.bytes of the file; `ms` is how long it took
 * @param made.trouble why older ones could not be deleted, which is told as a failure is
 */
export async function noteMade(
  context: AppContext,
  { startedAt, leaseUntil }: DueBackup,
  made: { bytes: number; ms: number; trouble: string | null },
): Promise<void> {
  const { trouble } = made
  const isFirst = await context.db.transaction().execute(async (tx) => {
    const { interval } = await readSchedule({ db: tx })
    const next = interval === 'off' ? null : Date.parse(startedAt) + intervals[interval]
    const row = await tx
      .updateTable('backup_state')
      .set((row) => ({
        due_at: next === null ? null : new Date(next).toISOString(),
        made_at: startedAt,
        bytes: made.bytes,
        took_ms: Math.round(made.ms),
        lease_until: null,
        ...(trouble === null
          ? { failures: 0 }
          : { failures: row('failures', '+', 1), failed_at: iso(context), failure: trouble }),
      }))
      .where('lease_until', '=', leaseUntil)
      .returning('failures')
      .executeTakeFirst()
    await record(context, tx, { kind: 'backup.created', by: { role: 'operator' }, detail: 'scheduled' })
    return trouble !== null && row?.failures === 1 && tell(context, tx, trouble)
  })
  if (isFirst) context.changes.emit('jobs')
}

/** It is tried again in an hour. */
export function noteFailed(context: AppContext, { leaseUntil }: DueBackup, reason: string): Promise<void> {
  return countFailure(context, leaseUntil, {
    failure: reason,
    due_at: iso(context, retryAfter),
    lease_until: null,
  })
}

/** The first failure after a success is recorded and mailed; the others are logged. */
async function countFailure(
  context: AppContext,
  leaseUntil: string,
  failed: Partial<BackupStateRow> & { failure: string },
): Promise<void> {
  const isFirst = await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('backup_state')
      .set((row) => ({ ...failed, failed_at: iso(context), failures: row('failures', '+', 1) }))
      .where('lease_until', '=', leaseUntil)
      .returning('failures')
      .executeTakeFirst()
    return row?.failures === 1 && tell(context, tx, failed.failure)
  })
  if (isFirst) context.changes.emit('jobs')
}

async function tell(context: AppContext, tx: Transaction<Tables>, reason: string): Promise<true> {
  await record(context, tx, { kind: 'backup.failed', by: { role: 'operator' }, detail: reason })
  for (const recipient of await ownerEmails({ ...context, db: tx }))
    await queueEmail(context, tx, { kind: 'backup-failed', recipient })
  return true
}
