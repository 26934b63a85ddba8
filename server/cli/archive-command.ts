// What the commands for backups have in common: one argument, and what they say.
import { resolve } from 'node:path'
import { BackupError } from '../backup/archive.ts'
import type { Summary } from '../backup/create-backup.ts'
import { type Config, readConfig } from '../config.ts'
import { explain, isOfFile } from '../start-errors.ts'

export function describeArchive({ rows, images }: Pick<Summary, 'rows' | 'images'>): string {
  const count = (table: string) => rows[table] ?? 0
  return `${count('messages')} messages, ${count('projects')} projects, ${count('users')} accounts and ${images} images`
}

/**
 * @param name of the command: a restore reads the file, and writes others
 * @returns one line about the archive file itself, or null for an error that is about something else
 */
function explainFileOf(error: unknown, file: string, name: string): string | null {
  const { message, path, syscall, code } = error as NodeJS.ErrnoException
  if (code === 'EPIPE')
    return 'Standard output was closed before all was written: the backup is not complete.'
  if (!isOfFile(error as NodeJS.ErrnoException)) return null
  const call = name === 'restore' ? 'read' : 'write'
  const isAbout = path === undefined ? syscall === call : path === file || path === `${file}.partial`
  return isAbout ? `${file === standardOutput ? 'Standard output' : file} cannot be used (${message}).` : null
}

/** In the place of a file: standard output. */
export const standardOutput = '-'

/**
 * Runs a command that is called with one file; what goes wrong is one line, and the process ends with 1.
 * @param name of the script in package.json
 */
export async function runWithArchive(
  name: string,
  work: (config: Config, file: string) => Promise<void>,
): Promise<void> {
  const [typed = '', ...more] = process.argv.slice(2)
  const file = typed === standardOutput ? typed : resolve(typed)
  let config: Config | null = null
  try {
    if (!typed || more.length > 0 || /^-./.test(typed) || (name === 'restore' && typed === standardOutput))
      throw new BackupError(`Use it like this: npm run ${name} -- FILE.tar`)
    config = readConfig()
    await work(config, file)
  } catch (error) {
    const own = error instanceof BackupError ? error.message : explainFileOf(error, file, name)
    console.error(own ?? explain(error, config) ?? error)
    process.exitCode = 1
  }
}
