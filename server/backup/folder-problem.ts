// Why backups cannot be stored in their folder, in one line that says what to do: at a start, in the doctor, in the dashboard.
import { constants } from 'node:fs'
import { access, lstat, readlink, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from '../images/storage.ts'

/** @returns null where a backup can be stored; the first one makes the folder, and not the one above it */
export async function folderProblem(folder: string): Promise<string | null> {
  try {
    return await problemOf(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `${folder} cannot be reached (${code}): change the owner of the folders above it, or correct BACKUP_DIR.`
  }
}

async function problemOf(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(unlessMissing)
  if (found)
    return found.isDirectory() ? whyNotWritable(folder) : `${folder} is a file: name a folder in BACKUP_DIR.`
  const link = await lstat(folder).catch(unlessMissing)
  if (link?.isSymbolicLink())
    return `${folder} is a symbolic link to ${await readlink(folder)}, where nothing is: mount its disk, create that folder, or remove the link.`
  const above = dirname(folder)
  if (!(await stat(above).catch(unlessMissing)))
    return `The folder above ${folder} is missing: mount its disk, or correct BACKUP_DIR.`
  return whyNotWritable(above)
}

/** @param folder that is there */
async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
      ? `${folder} is on a read-only file system: mount it for writing, or correct BACKUP_DIR.`
      : `${folder} cannot be written: change its owner, or correct BACKUP_DIR.`
  }
}

function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
