// A backup as a download: streamed from the moment it is requested, never stored on this machine.
import { once } from 'node:events'
import { addAbortSignal, PassThrough, type Readable } from 'node:stream'
import { Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { withTimeLimit } from '../db/connect.ts'
import type { Actor } from '../http/actor.ts'
import { BackupError } from './archive.ts'
import { createBackup } from './create-backup.ts'

/** Milliseconds for one statement. */
const statementLimit = 60_000

/** @throws Problem 'conflict' while another one is being made */
export function requireFreeSlot({ backups }: AppContext): void {
  if (backups.isTaken) throw busy()
}

/**
 * Resolves once the first bytes are there: what goes wrong before is an error response, and later the stream ends with
 * an error, so that the client knows that its file is not whole.
 * @param signal of a client that has disconnected, which may happen before anything is sent
 * @throws Problem
 */
export async function openDownload(
  context: AppContext,
  by: Actor & { role: 'admin' | 'user' },
  signal: AbortSignal,
): Promise<Readable> {
  const { backups, config, uploads, now, log } = context
  const giveBack = backups.take()
  if (!giveBack) throw busy()
  const output = new PassThrough()
  // Its errors are those of `createBackup`.
  output.on('error', () => {})
  const tooSlow = new BackupError('the client did not read it in time')
  const timer = setTimeout(() => output.destroy(tooSlow), backups.limits.duration)
  addAbortSignal(signal, output)
  const work = record(context, context.db, { kind: 'backup.downloaded', by })
    .then(() => withTimeLimit(statementLimit, () => createBackup({ config, uploads, now }, output)))
    .finally(() => {
      clearTimeout(timer)
      giveBack()
    })
  work.then(
    () => log.info({ event: 'backup.downloaded', userId: by.id }, 'a backup was downloaded'),
    (error) => log.warn({ event: 'backup.not-downloaded', userId: by.id, err: error }, 'download ended'),
  )
  try {
    await Promise.race([once(output, 'readable'), work])
  } catch (error) {
    // The first error of both is that of the work, or soon will be.
    const cause = await work.then(
      () => error,
      (first: unknown) => first,
    )
    if (signal.aborted) throw new Problem('timed-out', 'The client has gone.', { cause })
    throw cause instanceof BackupError ? new Problem('conflict', cause.message, { cause }) : cause
  }
  return output
}

function busy(): Problem {
  return new Problem('conflict', 'A backup is being made at this moment. Try again in a few minutes.')
}
