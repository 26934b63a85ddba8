// Makes backups on schedule: at most one at a time, by one of several instances.

import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { isAway, isFull, withTimeLimit } from '../db/connect.ts'
import { NoConnection } from '../db/migrate.ts'
import { installationOf } from '../images/installation.ts'
import { startPolling } from '../polling.ts'
import { BackupError } from './archive.ts'
import { deleteOlder, nameOf, storeBackup } from './backup-folder.ts'
import { folderProblem } from './folder-problem.ts'
import {
  claimDue,
  type DueBackup,
  endLease,
  noteFailed,
  noteMade,
  readSchedule,
  readState,
  release,
} from './schedule.ts'

/** Milliseconds. */
const pollInterval = 60_000
/** For one statement. */
const statementLimit = 60_000
/** That a stop waits for a backup to be given up. */
const stopTimeout = 5_000
/** More than the last one took, in parts of it. */
const growth = 1.2

/** Aborts a backup when the server stops, which is no failure. */
class Stopped extends Error {}

/** Makes backups until the returned function is called, which gives up the one being made. */
export function runScheduledBackups(context: AppContext): () => Promise<void> {
  const stop = new AbortController()
  // With SQLite no other server uses the database: it is locked (one-instance.ts).
  let isAlone = !context.config.databaseUrl
  let isChecked = false
  const run = async () => {
    if (isAlone) await endLease(context)
    isAlone = false
    if (!isChecked) await warnOfFolder(context)
    isChecked = true
    await makeDueBackup(context, stop.signal)
  }
  const end = startPolling({
    interval: pollInterval,
    subscribe: (poll) => context.changes.on('backups', poll),
    run: () =>
      withTimeLimit(statementLimit, run).catch((error) =>
        context.log.warn({ event: 'backups.not-checked', err: error }, 'schedule not read'),
      ),
  })
  return async () => {
    stop.abort(new Stopped('the server stops'))
    await Promise.race([end(), delay(stopTimeout, undefined, { ref: false })])
  }
}

/** So that an operator learns of it at the start, and not with the backup of the night. */
async function warnOfFolder(context: AppContext): Promise<void> {
  if ((await readSchedule(context)).interval === 'off') return
  const problem = await folderProblem(context.config.backupDir)
  if (problem) context.log.warn({ event: 'backups.no-folder', reason: problem }, 'backups cannot be stored')
}

/** Makes a backup if one is due, and no other is being made. Exported for tests. */
export async function makeDueBackup(context: AppContext, signal: AbortSignal): Promise<void> {
  const giveBack = context.backups.take()
  if (!giveBack) return
  try {
    const due = await claimDue(context)
    if (due) await make(context, due, signal)
  } finally {
    giveBack()
  }
}

async function make(context: AppContext, due: DueBackup, signal: AbortSignal): Promise<void> {
  const { config, log, backups } = context
  const began = performance.now()
  try {
    const bytes = await write(context, due, AbortSignal.any([signal, timeout(backups.limits.duration)]))
    const ms = performance.now() - began
    log.info({ event: 'backup.created', bytes, ms: Math.round(ms) }, 'a scheduled backup was made')
    await noteMade(context, due, { bytes, ms, trouble: await rotate(context, due) })
  } catch (error) {
    if (error instanceof Stopped) return release(context, due)
    log.error({ event: 'backup.failed', err: error }, 'a scheduled backup failed')
    await noteFailed(context, due, await reasonOf(error, config.backupDir))
  }
}

/** @returns why older backups could not be deleted, or null */
async function rotate(context: AppContext, due: DueBackup): Promise<string | null> {
  const { config, log } = context
  const { keep } = await readSchedule(context)
  const installation = await installationOf(context.db)
  try {
    await deleteOlder(config.backupDir, installation, keep, nameOf(new Date(due.startedAt), installation))
    return null
  } catch (error) {
    log.error({ event: 'backups.not-deleted', err: error }, 'older backups could not be deleted')
    return `Older backups could not be deleted. ${await reasonOf(error, config.backupDir)}`
  }
}

async function write(context: AppContext, due: DueBackup, signal: AbortSignal): Promise<number> {
  const { config, uploads, now } = context
  const { bytes: last } = await readState(context)
  return storeBackup({ config, uploads, now }, config.backupDir, {
    installation: await installationOf(context.db),
    time: new Date(due.startedAt),
    expected: (last ?? 0) * growth,
    signal,
  })
}

function timeout(ms: number): AbortSignal {
  const stop = new AbortController()
  const reason = new BackupError(
    `It took more than ${Math.round(ms / 60_000)} minutes. Back up with npm run backup, and look at the disk.`,
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
    return (
      (await folderProblem(folder)) ??
      `${folder} cannot be written (${code}): change its owner, or correct BACKUP_DIR.`
    )
  return message
}
