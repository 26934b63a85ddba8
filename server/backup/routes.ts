// Backups for admins: their schedule and state, and the download of one after a recent sign-in: streamed from the
// moment it is requested, never stored on this machine.
import { PassThrough, type Readable } from 'node:stream'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { BackupStatus } from '../../contract/responses/dashboard.ts'
import { checkDownload, downloadBackup, readBackups, setBackups } from '../../contract/settings.ts'
import { requireAdmin, requireRecentPassword } from '../accounts/guard.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { withTimeLimit } from '../db/connect.ts'
import { accept } from '../http/accept.ts'
import type { SignedInActor } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { requireSameOrigin } from '../http/middleware.ts'
import { sendStream } from '../http/send-bytes.ts'
import { BackupError } from './archive.ts'
import { checkSource, createBackup } from './create-backup.ts'
import { backupDirectory, problemOf, readState, setSchedule } from './schedule.ts'

/** Milliseconds for one statement. */
const statementLimit = 60_000

/** Hono takes HEAD for GET, and it would do all the work for nothing. */
const getOnly = createMiddleware<Env>((c, next) => {
  if (c.req.method !== 'GET') throw new Problem('unknown', 'There is nothing at this URL.')
  return next()
})

export const backups = new Hono<Env>()
  .get(readBackups.path, requireAdmin, async (c) => c.json(await statusOf(c.var.context)))

  .put(setBackups.path, requireAdmin, accept(setBackups), async (c) => {
    const { context } = c.var
    await setSchedule(context, c.var.user, c.req.valid('json'))
    return c.json({ success: true, message: 'Backup settings saved!', backups: await statusOf(context) })
  })

  .post(checkDownload.path, requireAdmin, requireRecentPassword, accept(checkDownload), async (c) => {
    if (c.var.context.backups.isTaken) throw busy()
    return c.json({ success: true, message: 'The download can begin.' })
  })

  .get(downloadBackup.path, getOnly, requireSameOrigin, requireAdmin, requireRecentPassword, async (c) => {
    const { context } = c.var
    const name = (await backupDirectory(context)).nameOf(context.now())
    const archive = await openDownload(context, c.var.user)
    c.header('Content-Type', 'application/x-tar')
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    c.header('Cache-Control', 'no-store')
    return sendStream(c, archive)
  })

async function statusOf(context: AppContext): Promise<BackupStatus> {
  const { interval, keep, time, last, failure, failures, next } = await readState(context)
  const { backupDir } = context.config
  return {
    interval,
    keep,
    time,
    last,
    failure: failure && { ...failure, isCurrent: failures > 0 },
    next,
    stored: await (await backupDirectory(context)).stored(),
    folder: backupDir,
    folderProblem: await problemOf(backupDir),
  }
}

/**
 * What goes wrong before the first bytes is an error response; later the stream ends with an error, so that the client knows
 * that its file is not whole.
 * @throws Problem
 */
async function openDownload(context: AppContext, by: SignedInActor): Promise<Readable> {
  const { backups, log } = context
  if (backups.isTaken) throw busy()
  backups.isTaken = true
  const giveBack = () => {
    backups.isTaken = false
  }
  try {
    await checkSource(context.db, context.uploads)
    await record(context, context.db, { kind: 'backup.downloaded', by })
  } catch (cause) {
    giveBack()
    throw cause instanceof BackupError ? new Problem('conflict', cause.message, { cause }) : cause
  }
  const output = new PassThrough()
  const limit = AbortSignal.timeout(backups.limits.duration)
  withTimeLimit(statementLimit, () => createBackup(context, output, limit))
    .then(
      () => log.info({ event: 'backup.downloaded', userId: by.id }, 'a backup was downloaded'),
      (error) => log.warn({ event: 'backup.not-downloaded', userId: by.id, err: error }, 'download ended'),
    )
    .finally(giveBack)
  return output
}

function busy(): Problem {
  return new Problem('conflict', 'A backup is being made at this moment. Try again in a few minutes.')
}
