// Whether a folder's file system has space for what one request stores.
import { randomBytes } from 'node:crypto'
import { access, constants, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes; with more than this free, no probe is written. */
const plenty = 16 * 1024 * 1024
/** Bytes of the probe: more than one request stores in the database. */
const needed = 128 * 1024
/** The probe of `checkSpace`, of which a crash may leave one. */
export const probeName = /^\.space-[\da-f]{8}$/

/** @throws the error of the file system when this process may not create files in the folder. */
export async function checkWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK | constants.X_OK)
}

/**
 * The free space that a file system reports ignores quotas and reserved blocks, so a probe is written when it is low.
 * @param isDoubted a write has failed, so a probe is written in any case.
 * @throws the error of the file system when there is no space.
 */
export async function checkSpace(folder: string, isDoubted: boolean): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (!isDoubted && bavail * bsize >= plenty) return
  const path = join(folder, `.space-${randomBytes(4).toString('hex')}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(needed))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
