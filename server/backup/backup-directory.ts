// The directory of scheduled backups: their names, how many are stored, and the space that they leave to others.
import { constants } from 'node:fs'
import { access, lstat, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifMissing } from '../images/directory.ts'
import { BackupError } from './archive.ts'
import { type BackupSource, writeBackupFile } from './create-backup.ts'

const MiB = 1024 * 1024
/** Bytes that a backup leaves free: the database and the uploads may be on the same disk. */
const reserve = 256 * MiB

/** Of a name, after those of the installation. */
const backupEnd = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/
const draftEnd = /^[\dTZ-]{20}\.tar\.partial$/

/** @param installation id of the installation; null from before there were ids */
export function nameOf(time: Date, installation: string | null): string {
  return `${beginOf(installation)}${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
}

/** Nothing else in the folder is counted or deleted: another installation may store its backups there. */
function beginOf(installation: string | null): string {
  return `portfolio-${installation?.slice(0, 8) ?? 'new'}-`
}

/** @returns null where the folder cannot be read; it is created with the first backup. */
export async function storedIn(
  folder: string,
  installation: string | null,
): Promise<{ count: number; bytes: number } | null> {
  try {
    const names = await backupsIn(folder, installation)
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    return { count: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { count: 0, bytes: 0 } : null
  }
}

/** Names, oldest first. */
async function backupsIn(folder: string, installation: string | null): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return namesOf(
    entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    installation,
    backupEnd,
  )
}

function namesOf(names: string[], installation: string | null, end: RegExp): string[] {
  const begin = beginOf(installation)
  return names.filter((name) => name.startsWith(begin) && end.test(name.slice(begin.length))).sort()
}

/**
 * Deletes the oldest, so that `keep` are left, `newest` among them. What is named after a later time was made by a clock
 * that was wrong: nobody knows its age, so it goes first.
 * @throws the first error of the file system, once all others are deleted
 */
export async function deleteOlder(
  folder: string,
  installation: string | null,
  keep: number,
  newest: string,
): Promise<void> {
  const names = await backupsIn(folder, installation)
  const oldestFirst = [...names.filter((name) => name > newest), ...names.filter((name) => name <= newest)]
  const deletions = oldestFirst.slice(0, -keep).map((name) => rm(join(folder, name), { force: true }))
  const failed = (await Promise.allSettled(deletions)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/**
 * Writes a backup into the folder, which is created if it is missing, and removes what an earlier one that was killed
 * has left.
 * @param options.expected bytes that it may take, as far as that is known
 * @returns bytes of the file
 * @throws BackupError where it would not leave enough space; the signal's reason; errors of the file system
 */
export async function storeBackup(
  source: BackupSource,
  folder: string,
  options: {
    installation: string | null
    time: Date
    expected: number
    signal: AbortSignal
  },
): Promise<number> {
  // Not its parents: where DATA_DIR or a disk was moved away, no folder may be created in its place.
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  for (const name of namesOf(await readdir(folder), options.installation, draftEnd))
    await rm(join(folder, name), { force: true })
  const { signal, expected } = options
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reserve + expected) throw noSpace(folder, expected)
  try {
    const file = join(folder, nameOf(options.time, options.installation))
    return (await writeBackupFile(source, file, signal)).bytes
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

function noSpace(folder: string, bytes: number): BackupError {
  const needs = bytes > 0 ? `a backup takes about ${inMiB(bytes)} MiB, and ` : ''
  return new BackupError(
    `There is not enough space in ${folder}: ${needs}${inMiB(reserve)} MiB must stay free. Free some, or keep fewer backups.`,
  )
}

function inMiB(bytes: number): number {
  return Math.ceil(bytes / MiB)
}

/**
 * Why backups cannot be stored in their directory, in one line that says what to do.
 * @returns null where a backup can be stored; the first one makes the directory, and not the one above it
 */
export async function folderProblem(directory: string): Promise<string | null> {
  const isMade = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  )
  try {
    await access(isMade ? directory : dirname(directory), constants.W_OK | constants.X_OK)
    return isMade || !(await lstat(directory).catch(ifMissing(null)))
      ? null
      : `${directory} is no folder, or a link to where nothing is: mount its disk, or correct BACKUP_DIR.`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      return `The folder above ${directory} is missing: mount its disk, or correct BACKUP_DIR.`
    return `${directory} cannot be written (${code}): change its owner or mount its disk for writing, or correct BACKUP_DIR.`
  }
}
