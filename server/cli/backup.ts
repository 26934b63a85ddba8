// npm run backup -- FILE: writes one archive of database and uploads, also while the server runs; - is standard output.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeBackupFile } from '../backup/backup-file.ts'
import { createBackup } from '../backup/create-backup.ts'
import type { Summary } from '../backup/manifest.ts'
import { BackupError } from '../backup/rejected.ts'
import { checkRestore } from '../backup/unfinished-restore.ts'
import type { Config } from '../config.ts'
import { openUploads } from '../images/open-uploads.ts'
import { nameOf } from '../start-errors.ts'
import { describeArchive, runWithArchive } from './archive-command.ts'

await runWithArchive('backup', run, (file) => file !== '-')

async function run(config: Config, file: string): Promise<void> {
  await checkRestore(config)
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'portfolio.db')))
    throw new BackupError(
      `${nameOf(config)} is not there: nothing to back up. Check DATA_DIR and DATABASE_URL.`,
    )
  const source = { config, uploads: openUploads(config), now: () => new Date() }
  if (file === '-') {
    report(await createBackup(source, process.stdout), 'standard output')
    return
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => stop.abort(new BackupError('Stopped; nothing was written.')))
  const { bytes, ...summary } = await writeBackupFile(source, file, stop.signal)
  report(summary, file, bytes)
}

/** On the error stream, because the archive may be on the other one. */
function report(summary: Summary, place: string, bytes?: number): void {
  console.error(`Backed up ${describeArchive(summary)} to ${place}${bytes ? ` (${bytes} bytes)` : ''}.`)
  if (summary.missingImages.length > 0)
    console.error(
      `${summary.missingImages.length} images that the database names were not there: ${summary.missingImages.join(', ')}`,
    )
}
