// Where a backup goes: a file that is there whole or not at all, or a stream.
import { once } from 'node:events'
import { createWriteStream, fstatSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../images/storage.ts'
import { type BackupSource, createBackup } from './create-backup.ts'
import type { Summary } from './manifest.ts'
import { BackupError } from './rejected.ts'

/**
 * Writes FILE.partial, which becomes FILE once it is whole and on the disk. Both are readable for their owner alone.
 * @param file replaced if it is there
 * @param signal stops it and removes what was written
 * @returns what is in it, with its size in bytes
 */
export async function writeBackupFile(
  source: BackupSource,
  file: string,
  signal?: AbortSignal,
): Promise<Summary & { bytes: number }> {
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  // Given a signal that is aborted already, the stream would open the file after it has closed.
  signal?.throwIfAborted()
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true, signal })
  try {
    const [fd] = await once(output, 'open')
    const { ino } = fstatSync(fd)
    const summary = await createBackup(source, output)
    // Whoever writes to the same file has removed this one.
    const written = await stat(draft)
    if (written.ino !== ino) throw new BackupError(`Another backup is being written to ${draft}.`)
    await rename(draft, file)
    await syncFolder(dirname(file))
    return { ...summary, bytes: written.size }
  } catch (error) {
    output.destroy()
    // Stopped while the file was opened, it would be there after its removal.
    if (!output.closed) await new Promise((resolve) => output.once('close', resolve))
    await rm(draft, { force: true })
    throw error
  }
}
