// Backups on schedule: when one is due, the job that makes it, what became of the last ones, and the directory where they are.
import { constants } from 'node:fs'
import { access, lstat, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupInterval, BackupSchedule } from '../../contract/settings.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { type Database, isAway, isFull, type Tx } from '../db/connect.ts'
import { NoConnection } from '../db/migrate.ts'
import { readJson, writeSetting } from '../db/settings.ts'
import type { SignedInActor } from '../http/client.ts'
import { installationOf } from '../images/installation.ts'
import { ifMissing, makeDirectory } from '../images/storage.ts'
import { JobFailure, type JobKinds, type JobResult, reschedule } from '../jobs/jobs.ts'
import { layOut } from '../mail/layout.ts'
import { type EmailKind, emailOwner } from '../mail/outbox.ts'
import { day, hour, iso, minute } from '../time.ts'
import { BackupError } from './archive.ts'
import { type BackupSource, writeBackupFile } from './create-backup.ts'

const days: Record<Exclude<BackupInterval, 'off'>, number> = { daily: 1, weekly: 7 }
/** After a failure. */
const retryAfter = hour

const setting = 'backup-schedule'

/** The kind of the job, of which there is always one, and the name of its outcomes among the states. */
const kind = 'backup'

/** What became of the scheduled backups, with ISO times. */
interface Outcomes {
  /** The last one that succeeded, with the time when it was begun. */
  last: { at: string; bytes: number; ms: number } | null
  /** The last one that failed: why, in a sentence for admins. */
  failure: { at: string; reason: string } | null
  /** Since the last one that succeeded. */
  failures: number
  /** What the last one that succeeded was stored in, and how many images it lacked. */
  before: Stored
  /** What the last one failed for that saving the settings accepts; null where it succeeded, or failed for anything else. */
  loss: Partial<Stored> | null
}

interface Stored {
  directory: string
  missing: number
}

/** A backup lacks what an earlier one has. Whoever is told so accepts it by saving the settings. */
class Loss extends BackupError {
  readonly loss: Partial<Stored>

  constructor(message: string, loss: Partial<Stored>) {
    super(message)
    this.loss = loss
  }
}

async function readOutcomes(db: Database): Promise<Outcomes> {
  const none = { last: null, failure: null, failures: 0, before: { directory: '', missing: 0 }, loss: null }
  return { ...none, ...(await readJson<Outcomes>(db, kind, 'states')) }
}

function writeOutcomes(db: Database, outcomes: Outcomes): Promise<void> {
  return writeSetting(db, kind, JSON.stringify(outcomes), 'states')
}

async function readSchedule(db: Database): Promise<BackupSchedule> {
  return (await readJson(db, setting)) ?? { interval: 'off', keep: 7, time: '03:00' }
}

/**
 * @returns `next`: the ISO time of the next one, null while they are off; `trouble`: why the last one failed, null once one
 * has succeeded, and while they are off
 */
export async function readState(context: AppContext) {
  const schedule = await readSchedule(context.db)
  const outcomes = await readOutcomes(context.db)
  const state = { ...outcomes, ...schedule }
  if (schedule.interval === 'off') return { ...state, next: null, trouble: null }
  const job = await context.db.selectFrom('jobs').select('due_at').where('key', '=', kind).executeTakeFirst()
  const trouble = outcomes.failures > 0 ? (outcomes.failure?.reason ?? null) : null
  return { ...state, next: job?.due_at ?? iso(context), trouble }
}

/** The next one is due at that time of day, a day or a week after the last one; the first one, and one after a failure, at once. */
export async function setSchedule(
  context: AppContext,
  by: SignedInActor,
  schedule: BackupSchedule,
): Promise<void> {
  const { interval, keep, time } = schedule
  await context.inTransaction(async (tx) => {
    await writeSetting(tx, setting, JSON.stringify(schedule))
    const outcomes = await readOutcomes(tx)
    const { last, failures, before, loss } = outcomes
    const accepted = { ...outcomes, before: { ...before, ...loss }, loss: null }
    // Switched on again, a failure is told as the first one.
    await writeOutcomes(tx, interval === 'off' ? { ...accepted, failures: 0 } : accepted)
    const next = last && failures === 0 ? nextAfter(schedule, last.at) : null
    await reschedule(context, tx, kind, next ?? context.now())
    const detail = interval === 'off' ? interval : `${interval} at ${time} UTC, ${keep} stored`
    await record(context, tx, { kind: 'backups.changed', by, detail })
  })
}

/**
 * The first time of day after the last one, or after six days more. In UTC, which has no change of clocks.
 * @param madeAt ISO time of the last one
 * @returns null while they are off
 */
function nextAfter({ interval, time }: BackupSchedule, madeAt: string): Date | null {
  if (interval === 'off') return null
  const after = Date.parse(madeAt) + (days[interval] - 1) * day
  const next = Date.parse(`${new Date(after).toISOString().slice(0, 10)}T${time}Z`)
  return new Date(next > after ? next : next + day)
}

export const backupJobs: JobKinds = {
  [kind]: {
    queue: 'backups',
    every: day,
    run: makeBackup,
    onFailed: (context, tx, _job, failure) => recordFailure(context, tx, failure),
  },
}

async function makeBackup(context: AppContext, _job: unknown, signal: AbortSignal): Promise<JobResult> {
  const { backups, log, config } = context
  const state = await readState(context)
  if (state.interval === 'off') return {}
  // A download is under way.
  if (backups.isTaken) return { dueAt: new Date(context.now().getTime() + minute) }
  backups.isTaken = true
  const began = performance.now()
  try {
    const time = new Date(iso(context))
    const directory = await backupDirectory(context)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(backups.limits.duration)])
    const { bytes, missing } = await directory.store(context, time, state, limit)
    const ms = Math.round(performance.now() - began)
    log.info({ event: 'backup.created', bytes, ms }, 'a scheduled backup was made')
    await directory
      .deleteOlder((await readSchedule(context.db)).keep, time)
      .catch((error) => log.error({ event: 'backups.not-deleted', err: error }, 'older backups not deleted'))
    const at = time.toISOString()
    return {
      async record(tx) {
        // The schedule of this moment: it may have been changed while the backup was made, and older ones deleted.
        const next = nextAfter(await readSchedule(tx), at)
        if (next) await reschedule(context, tx, kind, next)
        await record(context, tx, { kind: 'backup.created', by: { role: 'operator' }, detail: 'scheduled' })
        const { failure } = await readOutcomes(tx)
        const before = { directory: config.backupDir, missing }
        await writeOutcomes(tx, { last: { at, bytes, ms }, failure, failures: 0, before, loss: null })
      },
    }
  } catch (error) {
    if (signal.aborted) throw error
    log.error({ event: 'backup.failed', err: error }, 'a scheduled backup failed')
    throw new JobFailure(await reasonOf(context, error), { cause: error, pause: retryAfter })
  } finally {
    backups.isTaken = false
  }
}

/** A sentence for admins. */
async function reasonOf({ config, backups }: AppContext, error: unknown): Promise<string> {
  const { path, message, name } = error as NodeJS.ErrnoException
  const directory = config.backupDir
  if (error instanceof BackupError) return message
  // That of the time limit.
  if (name === 'TimeoutError')
    return `It took more than ${Math.round(backups.limits.duration / minute)} minutes. Back up with npm run backup, and look at the disk.`
  if (isFull(error)) {
    // An error of SQLite is about the copy of the database that is made first.
    const isOfCopy = 'errcode' in (error as object)
    return `There is no space left in ${isOfCopy ? config.dataDir : directory}.`
  }
  if (error instanceof NoConnection || isAway(error)) return 'The database did not respond.'
  if (path?.startsWith(directory)) return (await problemOf(directory)) ?? message
  return message
}

/** The first failure after a success is recorded and mailed; the others are logged. */
async function recordFailure(
  context: AppContext,
  tx: Tx,
  { message: reason, cause }: JobFailure,
): Promise<void> {
  const outcomes = await readOutcomes(tx)
  const failures = outcomes.failures + 1
  const loss = cause instanceof Loss ? cause.loss : null
  await writeOutcomes(tx, { ...outcomes, failure: { at: iso(context), reason }, failures, loss })
  if (failures > 1) return
  await record(context, tx, { kind: 'backup.failed', by: { role: 'operator' }, detail: reason })
  await emailOwner(context, tx, { kind: 'backup-failed' })
}

export const backupEmails = {
  'backup-failed': {
    /** With the reason of that moment; nothing is sent once a backup has succeeded. */
    async render(context, _, { brand, publicUrl }) {
      const { trouble } = await readState(context)
      if (trouble === null) return null
      return layOut(`The backup of ${brand} failed`, [
        'The scheduled backup failed, and is tried again every hour. You get no further email until one has succeeded.',
        trouble,
        'The state of the backups is in the settings:',
        { link: `${publicUrl}/dashboard/settings` },
      ])
    },
  },
} satisfies Record<string, EmailKind>

const MiB = 1024 * 1024
/** Bytes that a backup leaves free: the database and the uploads may be on the same disk. */
const reserve = 256 * MiB

export async function backupDirectory({ config, db }: AppContext): Promise<BackupDirectory> {
  return new BackupDirectory(config.backupDir, await installationOf(db))
}

/** Nothing else in the directory is counted or deleted: another installation may store its backups there. */
export class BackupDirectory {
  readonly #path: string
  readonly #begin: string
  readonly #names: RegExp

  /** @param installation id of the installation; null from before there were ids */
  constructor(path: string, installation: string | null) {
    this.#path = path
    this.#begin = `portfolio-${installation?.slice(0, 8) ?? 'new'}-`
    this.#names = new RegExp(`^${this.#begin}\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.tar$`)
  }

  nameOf(time: Date): string {
    return `${this.#begin}${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
  }

  /** @returns null where the directory cannot be read; it is created with the first backup. */
  async stored(): Promise<{ count: number; bytes: number } | null> {
    try {
      const names = await this.#backups()
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(this.#path, name))).size))
      return { count: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    } catch {
      return null
    }
  }

  /**
   * Writes a backup, and removes what an earlier one that was killed has left, and what is beyond `keep`.
   * @param last the one before, which is as large as far as that is known
   * @param before how many images it may lack, and where there are earlier ones
   * @returns bytes of the file, and how many images it lacks
   * @throws BackupError where it would not leave enough space; Loss; the signal's reason; errors of the file system
   */
  async store(
    source: BackupSource,
    time: Date,
    { keep, last, before }: BackupSchedule & Outcomes,
    signal: AbortSignal,
  ): Promise<{ bytes: number; missing: number }> {
    if (before.directory === this.#path && (await this.stored())?.count === 0)
      throw new Loss(
        `${this.#path} has none of the earlier backups: mount its disk. If they were deleted on purpose, save the settings of backups again.`,
        { directory: '' },
      )
    await makeDirectory(this.#path)
    await this.deleteOlder(keep, time)
    for (const name of await readdir(this.#path))
      if (name.startsWith(this.#begin) && name.endsWith('.tar.partial'))
        await rm(join(this.#path, name), { force: true })
    const { bavail, bsize } = await statfs(this.#path)
    if (bavail * bsize < reserve + (last?.bytes ?? 0)) {
      const size = last ? `, and the last one had ${Math.ceil(last.bytes / MiB)} MiB` : ''
      throw new BackupError(
        `There is not enough space in ${this.#path}: ${reserve / MiB} MiB must stay free next to a backup${size}. Free some, or keep fewer backups.`,
      )
    }
    const file = join(this.#path, this.nameOf(time))
    const { bytes, missingImages } = await writeBackupFile(source, file, signal)
    const { length } = missingImages
    if (length <= before.missing) return { bytes, missing: length }
    // It would take the place of one that has them.
    await rm(file)
    throw new Loss(
      `The uploads lack ${length === 1 ? 'an image' : `${length} images`} that the database names: mount or restore them. If they are lost, save the settings of backups again. Until then no backup is stored, and none is deleted.`,
      { missing: length },
    )
  }

  /**
   * Deletes the oldest, so that `keep` are left, the one of `newest` among them. What is named after a later time was made by
   * a clock that was wrong: nobody knows its age, so it goes first.
   */
  async deleteOlder(keep: number, newest: Date): Promise<void> {
    const names = await this.#backups()
    const last = this.nameOf(newest)
    const oldestFirst = [...names.filter((name) => name > last), ...names.filter((name) => name <= last)]
    for (const name of oldestFirst.slice(0, -keep)) await rm(join(this.#path, name), { force: true })
  }

  /** Names, oldest first. */
  async #backups(): Promise<string[]> {
    const entries = await readdir(this.#path, { withFileTypes: true }).catch(ifMissing([]))
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    return files.filter((name) => this.#names.test(name)).sort()
  }
}

/**
 * Why backups cannot be stored in a directory, in one line that says what to do.
 * @returns null where a backup can be stored; the first one makes the directory, and not the one above it
 */
export async function problemOf(directory: string): Promise<string | null> {
  const isMade = (await lstat(directory).catch(() => null)) !== null
  // With the dot, a file is none, nor a link to where nothing is.
  return access(isMade ? `${directory}/.` : dirname(directory), constants.W_OK | constants.X_OK).then(
    () => null,
    ({ code }) =>
      `${directory} cannot be written (${code}): mount its disk, make the folder above it, change its owner, or correct BACKUP_DIR.`,
  )
}
