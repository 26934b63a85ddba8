// A restore by root is made by the user of DATA_DIR, who is to run the server.
import { accessSync, constants, statSync } from 'node:fs'
import { ConfigError } from '../config.ts'

/**
 * Gives up root for the owner of DATA_DIR, for good: whoever owns a folder can put links into it at any moment, so nothing
 * is written or given away there with the rights of root. Without effect for another user, and in a folder of root's.
 * @throws ConfigError where this process may not do that
 */
export function becomeOwner(dataDir: string): void {
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
