// Where picture files live. Each picture is a folder of its own, so that keeping and dropping are one step each.
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RecentFiles } from './recent-files.ts'

export interface Uploads {
  /** Writes all files of a new picture, durably, or none. */
  keep(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>
  /** Adds one file to a picture that exists. @returns false once the picture is gone. */
  add(folder: string, name: string, bytes: Uint8Array): Promise<boolean>
  read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>
  drop(folder: string): Promise<void>
  /** Folders, their files and when each was made, for the sweep that removes what a crash left. */
  list(): AsyncIterable<{ folder: string; files: string[]; madeAt: Date }>
  /** Throws while pictures cannot be written. */
  check(): Promise<void>
}

/** Bytes of pictures kept in memory: a gallery of a hundred covers at the widths phones and desktops ask for. */
const heldInMemory = 32 * 1024 * 1024

// Generated names only: nothing from outside ever becomes part of a path.
const folderName = /^[\w-]{1,80}$/
/** What a crash in `keep` may leave behind. */
const draftName = /^[\w-]{1,80}\.tmp$/
const fileName = /^\d{1,5}\.(webp|avif)$/

export class UploadFolder implements Uploads {
  readonly #root: string
  readonly #recent = new RecentFiles(heldInMemory)

  constructor(root: string) {
    this.#root = root
  }

  async keep(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const target = join(this.#root, safe(folderName, folder))
    const draft = `${target}.tmp`
    await mkdir(draft, { recursive: true })
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
    try {
      await writeDurably(`${target}.tmp`, bytes)
      await rename(`${target}.tmp`, target)
      return true
    } catch (error) {
      await rm(`${target}.tmp`, { force: true })
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return false
    }
  }

  async read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!folderName.test(folder) || !fileName.test(name)) return null
    return this.#recent.get(`${folder}/${name}`, async () => {
      try {
        return await readFile(join(this.#root, folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    })
  }

  async drop(folder: string): Promise<void> {
    const isDraft = draftName.test(folder)
    const path = join(this.#root, isDraft ? folder : safe(folderName, folder))
    const leaving = isDraft ? path : `${path}.tmp`
    this.#recent.drop(folder)
    try {
      // Out of the way in one step: a file that is being added just now finds no folder to go to.
      if (!isDraft) await rename(path, leaving)
      await rm(leaving, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    // Whoever read a file before the rename may have remembered it after the first forgetting.
    this.#recent.drop(folder)
  }

  async *list(): AsyncIterable<{ folder: string; files: string[]; madeAt: Date }> {
    for (const entry of await readdir(this.#root, { withFileTypes: true })) {
      if (!entry.isDirectory() || !(folderName.test(entry.name) || draftName.test(entry.name))) continue
      const path = join(this.#root, entry.name)
      const made = await stat(path).catch(() => null)
      const files = await readdir(path).catch(() => null)
      if (made && files) yield { folder: entry.name, files, madeAt: made.mtime }
    }
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    await writeDurably(join(this.#root, '.check'), new Uint8Array())
  }
}

function safe(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new Error('a name that was not generated here')
  return name
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
