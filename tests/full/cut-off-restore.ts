// Restores an archive and kills itself on the way: node cut-off-restore.ts FILE images|rows
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { readConfig } from '../../server/config.ts'
import { openUploads } from '../../server/images/uploads.ts'

const [file = '', moment] = process.argv.slice(2)
const config = readConfig()
const uploads = openUploads(config)
let stored = 0

const store = uploads.store.bind(uploads)
uploads.store = async (id, files) => {
  await store(id, files)
  if (moment === 'images' && ++stored === 1) process.kill(process.pid, 'SIGKILL')
}

/** The clock is read in the transaction, after all rows are stored. */
function now(): Date {
  if (moment === 'rows') process.kill(process.pid, 'SIGKILL')
  return new Date()
}

await restoreBackup({ config, uploads, now }, file)
