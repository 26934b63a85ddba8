// npm run restore -- FILE: restores an archive into an empty DATA_DIR or database.
import { accessSync, constants, statSync } from 'node:fs'
import { restoreBackup } from '../backup/restore-backup.ts'
import { ConfigError } from '../config.ts'
import { openUploads } from '../images/uploads.ts'
import { nameOf } from '../start-errors.ts'
import { describeArchive, runWithArchive } from './archive-command.ts'

await runWithArchive('restore', async (config, file) => {
  becomeOwner(config.dataDir)
  const target = { config, uploads: openUploads(config), now: () => new Date() }
  const restored = await restoreBackup(target, file)
  console.log(
    `Restored ${describeArchive(restored)}, backed up on ${restored.createdAt.toISOString()}. ${nameOf(config)} holds them. Everybody must sign in again.`,
  )
  if (restored.admins.length > 0)
    console.log(
      `Admins are those of the archive, with its passwords: ${restored.admins.join(', ')}. It must come from somebody you trust.`,
    )
  console.log(
    'Not in a backup: access tokens, webhooks and the email account. Set them up again where there were any.',
  )
  if (restored.missingImages.length > 0)
    console.log(`${restored.missingImages.length} images were missing when the backup was made.`)
})

/**
 * Gives up root for the owner of DATA_DIR, for good: whoever owns a folder can put links into it at any moment, so nothing
 * is written or given away there with the rights of root. Without effect for another user, and in a folder of root's.
 * @throws ConfigError where this process may not do that
 */
function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  try {
    process.setgroups?.([owner.gid])
    process.setgid?.(owner.gid)
    process.setuid?.(owner.uid)
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, which belongs to user ${owner.uid}. Run this as that user (${(error as Error).message}).`,
    )
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    // As below /var/lib/private, which systemd closes to all but root.
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, which its owner, user ${owner.uid}, cannot reach or write: restore into another folder of this user, then move it there.`,
    )
  }
}
