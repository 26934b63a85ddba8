// npm run restore -- FILE: restores an archive into an empty DATA_DIR or database.
import { restoreBackup } from '../backup/restore-backup.ts'
import { openUploads } from '../images/open-uploads.ts'
import { nameOf } from '../start-errors.ts'
import { describeArchive, runWithArchive } from './archive-command.ts'
import { becomeOwner } from './become-owner.ts'

await runWithArchive('restore', async (config, file) => {
  becomeOwner(config.dataDir)
  const target = { config, uploads: openUploads(config), now: () => new Date() }
  const { manifest, summary } = await restoreBackup(target, file)
  console.log(
    `Restored ${describeArchive(summary)}, backed up on ${manifest.createdAt}. ${nameOf(config)} holds them. Everybody must sign in again.`,
  )
  const { access_tokens = 0, webhooks = 0 } = summary.leftOut ?? {}
  if (access_tokens + webhooks > 0)
    console.log(
      `Not in a backup, so make them again: access tokens (there were ${access_tokens}) and webhooks (there were ${webhooks}).`,
    )
  if (summary.missingImages.length > 0)
    console.log(`${summary.missingImages.length} images were missing when the backup was made.`)
})
