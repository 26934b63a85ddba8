// Backups for admins: their schedule and state, and the download of one after a recent sign-in.

import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  type BackupStatus,
  checkDownload,
  downloadBackup,
  readBackups,
  setBackups,
} from '../../contract/backups.ts'
import { Problem } from '../../contract/problem.ts'
import { requireAdmin, requireRecentPassword } from '../accounts/guard.ts'
import type { AppContext } from '../context.ts'
import { accept, acceptNothing } from '../http/accept.ts'
import { actorOf } from '../http/actor.ts'
import type { Env } from '../http/env.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { sendStream } from '../http/send-bytes.ts'
import { installationOf } from '../images/installation.ts'
import { nameOf, storedIn } from './backup-folder.ts'
import { openDownload, requireFreeSlot } from './download.ts'
import { folderProblem } from './folder-problem.ts'
import { readSchedule, readState, setSchedule } from './schedule.ts'

/** Hono takes HEAD for GET, and it would do all the work for nothing. */
const getOnly = createMiddleware<Env>((c, next) => {
  if (c.req.method !== 'GET') throw new Problem('unknown', 'There is nothing at this URL.')
  return next()
})

export const backups = new Hono<Env>()
  .get(readBackups.path, requireAdmin, async (c) => c.json(await statusOf(c.var.context)))

  .put(setBackups.path, requireAdmin, accept(setBackups), async (c) => {
    const { context } = c.var
    await setSchedule(context, actorOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Backup settings saved!', backups: await statusOf(context) })
  })

  .post(checkDownload.path, requireAdmin, requireRecentPassword, acceptNothing, async (c) => {
    requireFreeSlot(c.var.context)
    return c.json({ success: true, message: 'The download can begin.' })
  })

  .get(downloadBackup.path, getOnly, requireSameOrigin, requireAdmin, requireRecentPassword, async (c) => {
    const { context } = c.var
    const name = nameOf(context.now(), await installationOf(context.db))
    const archive = await openDownload(context, actorOf(c), disconnectOf(c))
    c.header('Content-Type', 'application/x-tar')
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    c.header('Cache-Control', 'no-store')
    return sendStream(c, archive)
  })

/** Also where the client has gone before the response began, and nobody reads its body. */
function disconnectOf(c: Context<Env>): AbortSignal {
  const gone = new AbortController()
  const outgoing = c.env?.outgoing
  if (outgoing?.destroyed) gone.abort()
  outgoing?.once('close', () => gone.abort())
  return gone.signal
}

async function statusOf(context: AppContext): Promise<BackupStatus> {
  const schedule = await readSchedule(context)
  const state = await readState(context)
  const { made_at, bytes, took_ms, failed_at, failure } = state
  const folder = context.config.backupDir
  return {
    ...schedule,
    last: made_at === null ? null : { at: made_at, bytes: bytes ?? 0, ms: took_ms ?? 0 },
    failure:
      failed_at === null ? null : { at: failed_at, reason: failure ?? '', isCurrent: state.failures > 0 },
    next: schedule.interval === 'off' ? null : (state.due_at ?? context.now().toISOString()),
    stored: await storedIn(folder, await installationOf(context.db)),
    folder,
    folderProblem: await folderProblem(folder),
  }
}
