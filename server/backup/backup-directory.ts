// The directory of scheduled backups: their names, how many are stored, and the space that they leave to others.
import { constants } from 'node:fs'
import { access, lstat, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifMissing, makeDirectory } from '../images/storage.ts'
import { BackupError } from './archive.ts'
import { type BackupSource, writeBackupFile } from './create-backup.ts'

const MiB = 1024 * 1024
/** Bytes that a backup leaves free: the database and the uploads may be on the same disk. */
const reserve = 256 * MiB

/** Nothing else in the directory is counted or deleted: another installation may store its backups there. */
export class BackupDirectory {
  readonly #path: string
  readonly #begin: string
  readonly #names: RegExp

  /** @param installation id of the installation; null from before there were ids */
  constructor(path: string, installation: string | null) {
    this.#path = path
    this.#begin = `portfolio-${installation?.slice(0, 8) ?? 'new'}-`
    this.#names = new RegExp(`^${this.#begin}\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.tar$`)
  }

  nameOf(time: Date): string {
    return `${this.#begin}${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
  }

  /** @returns null where the directory cannot be read; it is created with the first backup. */
  async stored(): Promise<{ count: number; bytes: number } | null> {
    try {
      const names = await this.#backups()
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(this.#path, name))).size))
      return { count: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    } catch {
      return null
    }
  }

  /**
   * Writes a backup, and removes what an earlier one that was killed has left, and what is beyond `keep`.
   * @param expected bytes that it may take, as far as that is known
   * @returns bytes of the file
   * @throws BackupError where it would not leave enough space, or lacks images; the signal's reason; errors of the file system
   */
  async store(
    source: BackupSource,
    time: Date,
    { expected, keep }: { expected: number; keep: number },
    signal: AbortSignal,
  ): Promise<number> {
    await makeDirectory(this.#path)
    await this.deleteOlder(keep, time)
    for (const name of await readdir(this.#path))
      if (name.startsWith(this.#begin) && name.endsWith('.tar.partial'))
        await rm(join(this.#path, name), { force: true })
    const { bavail, bsize } = await statfs(this.#path)
    if (bavail * bsize < reserve + expected) {
      const size = expected > 0 ? `, and the last one had ${Math.ceil(expected / MiB)} MiB` : ''
      throw new BackupError(
        `There is not enough space in ${this.#path}: ${reserve / MiB} MiB must stay free next to a backup${size}. Free some, or keep fewer backups.`,
      )
    }
    const file = join(this.#path, this.nameOf(time))
    const { bytes, missingImages } = await writeBackupFile(source, file, signal)
    if (missingImages.length === 0) return bytes
    // It would take the place of one that has them.
    await rm(file)
    throw new BackupError(
      `${missingImages.length} images that the database names are not in the uploads, ${missingImages[0]} among them: mount or restore them, or choose those images anew. Until then no backup is stored, and none is deleted.`,
    )
  }

  /**
   * Deletes the oldest, so that `keep` are left, the one of `newest` among them. What is named after a later time was made by
   * a clock that was wrong: nobody knows its age, so it goes first.
   */
  async deleteOlder(keep: number, newest: Date): Promise<void> {
    const names = await this.#backups()
    const last = this.nameOf(newest)
    const oldestFirst = [...names.filter((name) => name > last), ...names.filter((name) => name <= last)]
    for (const name of oldestFirst.slice(0, -keep)) await rm(join(this.#path, name), { force: true })
  }

  /** Names, oldest first. */
  async #backups(): Promise<string[]> {
    const entries = await readdir(this.#path, { withFileTypes: true }).catch(ifMissing([]))
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    return files.filter((name) => this.#names.test(name)).sort()
  }
}

/**
 * Why backups cannot be stored in a directory, in one line that says what to do.
 * @returns null where a backup can be stored; the first one makes the directory, and not the one above it
 */
export async function problemOf(directory: string): Promise<string | null> {
  const isMade = (await lstat(directory).catch(() => null)) !== null
  // With the dot, a file is none, nor a link to where nothing is.
  return access(isMade ? `${directory}/.` : dirname(directory), constants.W_OK | constants.X_OK).then(
    () => null,
    ({ code }) =>
      `${directory} cannot be written (${code}): mount its disk, make the folder above it, change its owner, or correct BACKUP_DIR.`,
  )
}
