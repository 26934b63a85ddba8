// npm run restore -- FILE: restores an archive into an empty DATA_DIR or database.
import { restoreBackup } from '../backup/restore-backup.ts'
import { openUploads } from '../images/uploads.ts'
import { nameOf } from '../start-errors.ts'
import { describeArchive, runWithArchive } from './archive-command.ts'
import { becomeOwner } from './become-owner.ts'

await runWithArchive('restore', async (config, file) => {
  becomeOwner(config.dataDir)
  const target = { config, uploads: openUploads(config), now: () => new Date() }
  const restored = await restoreBackup(target, file)
  console.log(
    `Restored ${describeArchive(restored)}, backed up on ${restored.createdAt.toISOString()}. ${nameOf(config)} holds them. Everybody must sign in again.`,
  )
  console.log(
    `Admins are those of the archive, with its passwords: ${restored.admins.join(', ')}. It must come from somebody you trust.`,
  )
  console.log(
    'Not in a backup: access tokens, webhooks and the email account. Set them up again where there were any.',
  )
  if (restored.missingImages.length > 0)
    console.log(`${restored.missingImages.length} images were missing when the backup was made.`)
})
