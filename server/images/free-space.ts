// Whether a folder's file system still takes what one request stores.
import { randomBytes } from 'node:crypto'
import { access, constants, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes free from which on nothing is written to find out. */
const plenty = 16 * 1024 * 1024
/** Bytes that must fit: more than one request stores in the database. */
const needed = 128 * 1024
/** What `checkRoom` writes; a crash may leave one. */
export const probeName = /^\.room-[\da-f]{8}$/

/** @throws the error of the file system when this process may not make files in the folder. */
export async function checkWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK | constants.X_OK)
}

/**
 * The free space that a file system names leaves out quotas and reserves: only writing tells.
 * @param isDoubted a write has failed, so the free space named is not believed.
 * @throws the error of the file system when there is no room.
 */
export async function checkRoom(folder: string, isDoubted: boolean): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (!isDoubted && bavail * bsize >= plenty) return
  const path = join(folder, `.room-${randomBytes(4).toString('hex')}`)
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
