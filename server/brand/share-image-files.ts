// A disk cache of share images, so that each is drawn once: one folder, limited in number and bytes. They can be drawn
// again at any time, so backups do not contain them.
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isItemId } from '../../contract/portfolio.ts'
import { draftOf } from '../images/draft-name.ts'
import { dropTemporary, ifMissing, makeFolder, writeDurably } from '../images/storage.ts'

export interface ShareImageLimits {
  files: number
  bytes: number
}

/** One has about 100 kB. */
const defaultLimits: ShareImageLimits = { files: 2_500, bytes: 256 * 1024 * 1024 }

/** Subject (the id of a project, or a word), and a hash of all that the image is made from. */
const fileName = /^(_?[a-z\d-]{1,64})-[\da-f]{16}\.(?:jpg|png)$/

export class ShareImageFiles {
  readonly #root: string
  readonly #limits: ShareImageLimits

  constructor(root: string, limits = defaultLimits) {
    this.#root = root
    this.#limits = limits
  }

  async read(name: string): Promise<Buffer<ArrayBuffer> | null> {
    return readFile(this.#path(name)).catch(ifMissing(null))
  }

  /** Stores an image, replaces older ones of its subject, and removes the oldest of all over the limits. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(name)
    const draft = draftOf(path)
    await makeFolder(this.#root)
    try {
      await writeDurably(draft, bytes)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await this.#trim(name)
  }

  async remove(subjects: readonly string[]): Promise<void> {
    const gone = new Set(subjects)
    for (const name of await this.#names()) if (gone.has(subjectOf(name))) await this.#drop(name)
  }

  /** The ids of projects that have images. */
  async projects(): Promise<string[]> {
    return (await this.#names()).map(subjectOf).filter(isItemId)
  }

  /** Removes half-written files that were last modified before this time. @returns how many. */
  dropLeftovers(before: Date): Promise<number> {
    return dropTemporary(this.#root, before)
  }

  /** Read each time, because other instances write to the same folder. */
  async #trim(written: string): Promise<void> {
    const subject = subjectOf(written)
    const files: { name: string; bytes: number; madeAt: number }[] = []
    for (const name of await this.#names()) {
      const isReplaced = name !== written && subjectOf(name) === subject
      if (isReplaced) await this.#drop(name)
      else {
        const found = await stat(this.#path(name)).catch(ifMissing(null))
        // The clock may have been set back since others were made.
        const madeAt = name === written ? Number.POSITIVE_INFINITY : (found?.mtimeMs ?? 0)
        if (found) files.push({ name, bytes: found.size, madeAt })
      }
    }
    files.sort((a, b) => b.madeAt - a.madeAt)
    let [count, bytes] = [0, 0]
    for (const file of files) {
      count++
      bytes += file.bytes
      if (count > this.#limits.files || bytes > this.#limits.bytes) await this.#drop(file.name)
    }
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#root).catch(ifMissing([]))).filter((name) => fileName.test(name))
  }

  async #drop(name: string): Promise<void> {
    await rm(this.#path(name), { force: true })
  }

  #path(name: string): string {
    if (!fileName.test(name)) throw new Error('a name that was not generated here')
    return join(this.#root, name)
  }
}

function subjectOf(name: string): string {
  return fileName.exec(name)?.[1] ?? ''
}
