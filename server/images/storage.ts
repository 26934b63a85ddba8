// Image files in a directory. Each image is a folder of its own, so that it is stored and removed in one step.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { cachedBytes, RecentFiles } from './file-cache.ts'
import { checkSpace, checkWritable, probeName } from './free-space.ts'
import { S3Uploads } from './s3-uploads.ts'
import {
  checkOwner,
  dayOf,
  fileName,
  installation,
  isOver,
  type StoredImage,
  safe,
  trash,
  trashDay,
  type UploadedFile,
  type Uploads,
} from './uploads.ts'
import { folderName } from './variants.ts'

/** What `dropTemporary` removes where a crash left it. */
const temporary = '.tmp'

/** The uploads that the settings name. */
export function openUploads({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Uploads {
  return storageUrl ? new S3Uploads(storageUrl) : new UploadDirectory(join(dataDir, 'uploads'))
}

export class UploadDirectory implements Uploads {
  readonly name: string
  readonly advice = {
    missing: 'Mount or restore it',
    foreign: 'move that folder away',
    occupied: 'an empty folder: name another DATA_DIR',
  }
  readonly publicOrigin = null
  owner: string | null = null
  readonly #root: string
  readonly #recent = new RecentFiles(cachedBytes)

  constructor(root: string) {
    this.#root = root
    this.name = root
  }

  async store(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const target = join(this.#root, safe(folderName, folder))
    const draft = target + temporary
    // Where the disk of the uploads is not mounted, the folder below is writable, but is hidden after the next mount.
    await checkOwner(this)
    // Left by a restore that was killed: no other image gets this name.
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft)
    try {
      for (const [name, bytes] of files) await writeDurably(join(draft, safe(fileName, name)), bytes)
      await syncDirectory(draft)
      await rename(draft, target)
      await syncDirectory(this.#root)
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

  async open(folder: string, name: string): Promise<UploadedFile | null> {
    const bytes = await this.read(folder, name)
    return bytes && { bytes }
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
    const day = join(this.#root, trash, dayOf(now))
    await makeDirectory(join(this.#root, trash))
    await makeDirectory(day)
    await moved(join(this.#root, safe(folderName, folder)), join(day, folder))
    this.#recent.drop(folder)
  }

  async restore(folders: Iterable<string>): Promise<string[]> {
    const days = await this.#trashDays()
    const restored: string[] = []
    for (const folder of folders)
      for (const day of days)
        if (await moved(join(this.#root, trash, day, safe(folderName, folder)), join(this.#root, folder))) {
          restored.push(folder)
          break
        }
    return restored
  }

  async emptyTrash(before: Date): Promise<void> {
    for (const day of await this.#trashDays())
      if (isOver(day, before)) await rm(join(this.#root, trash, day), { recursive: true, force: true })
  }

  async *list(): AsyncIterable<StoredImage> {
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
    await makeDirectory(this.#root)
    // An existing file may be writable where the folder is not.
    await checkWritable(this.#root)
    await writeDurably(join(this.#root, '.check'), new Uint8Array())
    await checkSpace(this.#root, isDoubted)
  }

  /** Space and rights are those of a disk, which the doctor checks anyway. */
  async *examine(): AsyncIterable<string> {}

  /** Oldest first. */
  async #trashDays(): Promise<string[]> {
    const names = await readdir(join(this.#root, trash)).catch(ifMissing([]))
    return names.filter((name) => trashDay.test(name)).sort()
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
async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** A name that no other process uses at the same moment. Not the process id: in containers all may have the same. */
function draftOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${temporary}`
}

/** Moves in one step; false when there is nothing to move. */
async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(() => true, ifMissing(false))
}

/** For `catch`: the value for a file or folder that does not exist. */
function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (isMissing(error)) return value
    throw error
  }
}

/** Whether it failed because a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** Writes a file that only its owner can read; it is on the disk when this resolves. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The file is the old or the new one at any time, and the new one when this resolves. */
async function replaceDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = draftOf(path)
  await writeDurably(draft, bytes)
  await rename(draft, path)
  await syncDirectory(dirname(path))
}

/** Call it after a rename: what the folder says is on the disk when this resolves. */
export async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
