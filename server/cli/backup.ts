// npm run backup -- FILE: writes one archive of database and uploads, also while the server runs; - is standard output.
import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { record } from '../audit/record.ts'
import { BackupError } from '../backup/archive.ts'
import { createBackup, type Summary, writeBackupFile } from '../backup/create-backup.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { createContext } from '../create-context.ts'
import { openUploads } from '../images/uploads.ts'
import { nameOf } from '../start-errors.ts'
import { describeArchive, runWithArchive, standardOutput } from './archive-command.ts'

await runWithArchive('backup', run)

async function run(config: Config, file: string): Promise<void> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'portfolio.db')))
    throw new BackupError(
      `${nameOf(config)} is not there: nothing to back up. Check DATA_DIR and DATABASE_URL.`,
    )
  const source = { config, uploads: openUploads(config), now: () => new Date() }
  if (file === standardOutput) report(await createBackup(source, process.stdout), 'standard output')
  else {
    await checkFile(config, file)
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => stop.abort(new BackupError('Stopped; nothing was written.')))
    const { bytes, ...summary } = await writeBackupFile(source, file, stop.signal)
    report(summary, `${file} (${bytes} bytes)`)
  }
  await recordBackup(config)
}

/** @throws BackupError when the archive would take the place of something that is no archive */
async function checkFile({ dataDir }: Config, file: string): Promise<void> {
  const there = await stat(file).catch(() => null)
  if (there && !there.isFile() && !there.isDirectory())
    throw new BackupError(`${file} is no file. Name a file, or - for standard output.`)
  const folder = await realpath(dirname(file)).catch(() => null)
  const own = await realpath(dataDir).catch(() => null)
  if (folder !== null && own !== null && (folder === own || isWithin(folder, join(own, 'uploads'))))
    throw new BackupError(`${file} is among the product's own files in DATA_DIR. Name a file somewhere else.`)
}

function isWithin(folder: string, parent: string): boolean {
  return `${folder}/`.startsWith(`${parent}/`)
}

/** The archive is whole by now: that it could not be recorded is told, and nothing more. */
async function recordBackup(config: Config): Promise<void> {
  let context: AppContext | null = null
  try {
    context = createContext({ ...config, logLevel: 'silent' })
    await record(context, context.db, { kind: 'backup.created', by: { role: 'operator' } })
  } catch (error) {
    console.error(`The audit trail does not have it (${(error as Error).message}).`)
  } finally {
    await context?.close()
  }
}

/** On the error stream, because the archive may be on the other one. */
function report(summary: Summary, place: string): void {
  console.error(`Backed up ${describeArchive(summary)} to ${place}.`)
  if (summary.missingImages.length === 0) return
  process.exitCode = 1
  console.error(
    `${summary.missingImages.length} images that the database names were not there: ${summary.missingImages.join(', ')}`,
  )
}
