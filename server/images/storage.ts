// The storage of image files. Each image is a folder of its own, so that it is stored and removed in one step.
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { draftOf, temporary } from './draft-name.ts'
import { RecentFiles } from './file-cache.ts'
import { checkSpace, checkWritable, probeName } from './free-space.ts'
import { folderName } from './variants.ts'

export interface Uploads {
  /** Writes all files of a new image, durably, or none. Throws while these are not the uploads of an installation. */
  store(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>
  /** Adds one file to an image that exists. @returns false once the image is gone. */
  add(folder: string, name: string, bytes: Uint8Array): Promise<boolean>
  read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes an image for good. */
  drop(folder: string): Promise<void>
  /** Moves an image to the trash; see `restore` and `emptyTrash`. */
  discard(folder: string, now: Date): Promise<void>
  /** Restores an image from the trash. @returns false when it is not there. */
  restore(folder: string): Promise<boolean>
  /** Removes what was moved to the trash on a day (UTC) that was over at this time. */
  emptyTrash(before: Date): Promise<void>
  /** Images, their files and when each was made, for the cleanup job. */
  list(): AsyncIterable<{ folder: string; files: string[]; madeAt: Date }>
  /** Removes half-written files that were last modified before this time. @returns how many. */
  dropLeftovers(before: Date): Promise<number>
  /** Which database these images belong to (installation.ts); null before the first start. */
  readInstallation(): Promise<string | null>
  writeInstallation(id: string): Promise<void>
  /**
   * Throws while images cannot be written.
   * @param isDoubted a write has failed for lack of space, so a probe is written.
   */
  check(isDoubted?: boolean): Promise<void>
}

/** Bytes of images cached in memory: some fifty covers at the widths that phones and desktops request. */
const cachedBytes = 16 * 1024 * 1024

// Generated names only: nothing from outside ever becomes part of a path.
export const fileName = /^\d{1,5}\.(webp|avif)$/
/** It has one folder for each day, so that the operator sees when an image was moved there. Never served. */
const trash = 'trash'
/** Milliseconds. */
const dayTime = 24 * 60 * 60_000
const dayName = /^\d{4}-\d\d-\d\d$/
const installation = '.installation-id'

export class UploadFolder implements Uploads {
  readonly #root: string
  readonly #recent = new RecentFiles(cachedBytes)

  constructor(root: string) {
    this.#root = root
  }

  async store(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const target = join(this.#root, safe(folderName, folder))
    const draft = target + temporary
    // Where the disk of the uploads is not mounted, the folder below is writable, but is hidden after the next mount.
    await access(join(this.#root, installation))
    await mkdir(draft)
    try {
      for (const [name, bytes] of files) await writeDurably(join(draft, safe(fileName, name)), bytes)
      await syncFolder(draft)
      await rename(draft, target)
      await syncFolder(this.#root)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  }

  async add(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    const target = join(this.#root, safe(folderName, folder), safe(fileName, name))
    const draft = draftOf(target)
    try {
      await writeDurably(draft, bytes)
      await rename(draft, target)
      return true
    } catch (error) {
      await rm(draft, { force: true })
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return false
    }
  }

  async read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!folderName.test(folder) || !fileName.test(name)) return null
    const path = join(this.#root, folder, name)
    return this.#recent.get(`${folder}/${name}`, () => readFile(path).catch(ifMissing(null)))
  }

  async drop(folder: string): Promise<void> {
    const path = join(this.#root, safe(folderName, folder))
    this.#recent.drop(folder)
    // Renamed first, in one step: a file that is being added at this moment finds no folder.
    if (await moved(path, path + temporary)) await rm(path + temporary, { recursive: true, force: true })
    // Again: a file that was read before the rename may have been cached after the first call.
    this.#recent.drop(folder)
  }

  async discard(folder: string, now: Date): Promise<void> {
    const day = join(this.#root, trash, now.toISOString().slice(0, 10))
    await makeFolder(join(this.#root, trash))
    await makeFolder(day)
    await moved(join(this.#root, safe(folderName, folder)), join(day, folder))
    this.#recent.drop(folder)
  }

  async restore(folder: string): Promise<boolean> {
    for (const day of await this.#trashDays())
      if (await moved(join(this.#root, trash, day, safe(folderName, folder)), join(this.#root, folder)))
        return true
    return false
  }

  async emptyTrash(before: Date): Promise<void> {
    for (const day of await this.#trashDays())
      if (Date.parse(day) + dayTime <= before.getTime())
        await rm(join(this.#root, trash, day), { recursive: true, force: true })
  }

  async *list(): AsyncIterable<{ folder: string; files: string[]; madeAt: Date }> {
    for (const entry of await readdir(this.#root, { withFileTypes: true }).catch(ifMissing([]))) {
      if (!entry.isDirectory() || !folderName.test(entry.name)) continue
      const path = join(this.#root, entry.name)
      const made = await stat(path).catch(() => null)
      const files = await readdir(path).catch(() => null)
      if (made && files) yield { folder: entry.name, files, madeAt: made.mtime }
    }
  }

  async dropLeftovers(before: Date): Promise<number> {
    const folders = [this.#root]
    for await (const { folder } of this.list()) folders.push(join(this.#root, folder))
    let dropped = 0
    for (const folder of folders) dropped += await dropTemporary(folder, before)
    dropped += await dropFiles(this.#root, (name) => probeName.test(name), before)
    return dropped
  }

  async readInstallation(): Promise<string | null> {
    const text = await readFile(join(this.#root, installation), 'utf8').catch(ifMissing(null))
    return text?.trim() || null
  }

  async writeInstallation(id: string): Promise<void> {
    await replaceDurably(join(this.#root, installation), Buffer.from(`${id}\n`))
  }

  async check(isDoubted = false): Promise<void> {
    await makeFolder(this.#root)
    // An existing file may be writable where the folder is not.
    await checkWritable(this.#root)
    await writeDurably(join(this.#root, '.check'), new Uint8Array())
    await checkSpace(this.#root, isDoubted)
  }

  /** Oldest first. */
  async #trashDays(): Promise<string[]> {
    const names = await readdir(join(this.#root, trash)).catch(ifMissing([]))
    return names.filter((name) => dayName.test(name)).sort()
  }
}

/** Removes entries of a folder that end in `.tmp` and were last modified before a time. @returns how many. */
export async function dropTemporary(folder: string, before: Date): Promise<number> {
  return dropFiles(folder, (name) => name.endsWith(temporary), before)
}

/** As `dropTemporary`, for the names that `isChosen` selects. */
export async function dropFiles(
  folder: string,
  isChosen: (name: string) => boolean,
  before: Date,
): Promise<number> {
  let dropped = 0
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    if (!isChosen(name)) continue
    const path = join(folder, name)
    const touched = await stat(path).catch(ifMissing(null))
    if (!touched || touched.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    dropped++
  }
  return dropped
}

/**
 * Creates a folder unless it exists. Never its parents: where DATA_DIR was moved away, no folder may be created in its
 * place.
 */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Moves in one step; false when there is nothing to move. */
async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(() => true, ifMissing(false))
}

/** For `catch`: the value for a file or folder that does not exist. */
export function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (isMissing(error)) return value
    throw error
  }
}

/** Whether it failed because a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function safe(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new Error('a name that was not generated here')
  return name
}

/** Writes a file that only its owner can read; it is on the disk when this resolves. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The file is the old or the new one at any time, and the new one when this resolves. */
export async function replaceDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = draftOf(path)
  await writeDurably(draft, bytes)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Call it after a rename: what the folder says is on the disk when this resolves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
