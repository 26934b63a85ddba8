// Recognises errors of SQLite that are caused by a full disk.
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes. SQLite grows its files by less than this at a time. */
const spaceToWrite = 1024 * 1024
const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/**
 * Some writes on a full disk fail as input/output errors (growing the shared memory file, fsync): such an error gets the
 * code of a full disk.
 * @param file the database, whose disk is checked
 */
export function nameFullDisk<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    if (errcode !== undefined && (errcode & 0xff) === SQLITE_IOERR && isFull(file))
      Object.assign(error as Error, { errcode: SQLITE_FULL })
    throw error
  }
}

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize < spaceToWrite
  } catch {
    return false
  }
}
