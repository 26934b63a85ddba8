// Uploads: an image is a set of files ID/WIDTH.webp and .avif, a video one file ID/video.mp4, in a directory or a bucket of S3,
// which have the same layout; what they are called, and which files of an image exist as AVIF.
// An image is not there in one step: all its files are written before the row that names it, and what a crash leaves is
// removed by the cleanup job.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { sizeOfImage, sizeOfVideo } from '../../contract/images.ts'
import type { Config } from '../config.ts'
import { Limiter } from '../http/limiter.ts'
import { S3Bucket } from './s3.ts'
import { Directory, type FileContent, type Storage, StorageError, temporary } from './storage.ts'

/** The one file of a video. */
export const videoFile = 'video.mp4'

/** A fresh, unguessable name: a URL never shows another upload later. @param end its size, as the id has it */
export function newUploadId(end: string | number): string {
  return `${randomBytes(12).toString('hex')}-${end}`
}

/** Generated names only: nothing from outside ever becomes part of a path. */
export function isUploadFile(id: string, name: string): boolean {
  return sizeOfImage(id)
    ? /^\d{1,5}\.(webp|avif)$/.test(name)
    : sizeOfVideo(id) !== null && name === videoFile
}

function isUpload(id: string): boolean {
  return sizeOfImage(id) !== null || sizeOfVideo(id) !== null
}

/** Pixels of one AVIF file. Encoding takes up to 50 bytes for each: more would exceed the worker's memory. */
const maxAvifArea = 3_000_000

/** False for a file that only exists as WebP, because encoding it as AVIF would take too much memory. */
export function hasAvif(id: string, fileWidth: number): boolean {
  const size = sizeOfImage(id)
  return size !== null && (fileWidth * fileWidth * size.height) / size.width <= maxAvifArea
}

export interface StoredImage {
  id: string
  files: string[]
  /** When the last of its files was stored. */
  madeAt: Date
}

const installation = '.installation-id'

/** Bytes of images cached in memory: some fifty covers at the widths that phones and desktops request. */
const cachedBytes = 16 * 1024 * 1024
/** Milliseconds for which an image that another instance has removed is still served, and one it has stored is not. */
const maxAge = 4_000
/** Bytes of a video that are read at once. */
const pieceBytes = 512 * 1024
/** Bytes of a cached file in addition to its content. */
const overhead = 512
/** Of visitors. */
const readLimits = {
  running: 16,
  waiting: 64,
  perClient: 20,
  maxWait: 5_000,
  message: 'Too many images are being read. Please try again in a moment.',
  retryAfter: 5,
}

/** Where the storage cannot be used, all methods reject with an error that `isStorageUnusable` or `isFull` recognises. */
export class Uploads {
  readonly storage: Storage
  /** Id of the installation that stores here; null before it is known, and while a backup is restored. */
  owner: string | null = null
  readonly #reads = new Limiter(readLimits)
  readonly #recent: LRUCache<string, Uint8Array<ArrayBuffer>, string | null>

  constructor(storage: Storage) {
    this.storage = storage
    this.#recent = new LRUCache({
      maxSize: cachedBytes,
      maxEntrySize: cachedBytes / 8,
      ttl: maxAge,
      sizeCalculation: (bytes) => bytes.byteLength + overhead,
      // No bytes stand for a file that is not there. One that is removed while it is read is returned and not cached.
      ignoreFetchAbort: true,
      fetchMethod: async (key, _, { context: client }) =>
        (await this.#reads.run(() => storage.get(key), { client })) ?? new Uint8Array(),
    })
  }

  /** Writes all files of a new image, or none. Throws while these uploads have no id, or not that of `owner`. */
  async store(id: string, files: ReadonlyMap<string, FileContent>): Promise<void> {
    // Other uploads, as the directory below a disk that is not mounted, would hold images that are not found later.
    const stored = await this.readInstallation()
    if (stored === null || (this.owner !== null && stored !== this.owner))
      throw new StorageError(
        `${this.storage.name} does not have the ${installation} of this database.`,
        'unusable',
      )
    const writes = await Promise.allSettled([...files].map(([name, bytes]) => this.#put(id, name, bytes)))
    const failed = writes.find(({ status }) => status === 'rejected')
    if (!failed) return
    await this.drop(id).catch(() => {})
    throw (failed as PromiseRejectedResult).reason
  }

  /** Adds one file to an image that exists. @returns false once the image is gone. */
  async add(id: string, name: string, bytes: Uint8Array): Promise<boolean> {
    await this.#put(id, name, bytes)
    if ((await this.#keysOf(id)).some((key) => key.endsWith('.webp'))) return true
    // It was removed in the meantime.
    await this.storage.delete(`${id}/${name}`)
    return false
  }

  /**
   * A file of an image, cached; null where there is none.
   * @param client of a visitor, as for a `Limiter`
   * @throws Problem 'unavailable' when too many are being read for visitors.
   */
  async open(id: string, name: string, client: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!isUploadFile(id, name)) return null
    const bytes = await this.#recent.fetch(`${id}/${name}`, { context: client })
    return bytes?.byteLength ? bytes : null
  }

  async read(id: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return isUploadFile(id, name) ? this.storage.get(`${id}/${name}`) : null
  }

  /**
   * Bytes of a video, piece by piece as they are read, so that a slow client takes neither much memory nor a connection to
   * the storage.
   * @param client as of `open`; undefined where no visitor waits
   * @returns null where there is no such video
   */
  async stream(
    id: string,
    from: number,
    to: number,
    client?: string | null,
  ): Promise<AsyncGenerator<Uint8Array> | null> {
    if (sizeOfVideo(id) === null) return null
    const read = (start: number) => {
      const piece = { start, end: Math.min(to, start + pieceBytes - 1) }
      const get = () => this.storage.get(`${id}/${videoFile}`, piece)
      return client === undefined ? get() : this.#reads.run(get, { client })
    }
    const first = await read(from)
    if (!first) return null
    return (async function* () {
      yield first
      for (let start = from + pieceBytes; start <= to; start += pieceBytes) {
        const bytes = await read(start)
        if (!bytes) throw new Error('the video was removed while it was read')
        yield bytes
      }
    })()
  }

  /** Removes an upload for good. */
  async drop(id: string): Promise<void> {
    // Again: a file may be added between the list and the deletion; after the second list `add` finds no other.
    for (let pass = 1; pass <= 2; pass++) {
      const keys = await this.#keysOf(id)
      await Promise.all(keys.map((key) => this.storage.delete(key)))
    }
    for (const key of [...this.#recent.keys()]) if (key.startsWith(`${id}/`)) this.#recent.delete(key)
  }

  async *list(): AsyncGenerator<StoredImage> {
    const images = new Map<string, StoredImage>()
    for await (const { key, modified } of this.storage.list('')) {
      const [id = '', name = '', ...deeper] = key.split('/')
      if (!isUploadFile(id, name) || deeper.length > 0) continue
      const image = images.get(id) ?? { id, files: [], madeAt: modified }
      image.files.push(name)
      if (modified > image.madeAt) image.madeAt = modified
      images.set(id, image)
    }
    yield* images.values()
  }

  /** Removes half-written files that were last modified before this time. @returns how many. */
  async dropLeftovers(before: Date): Promise<number> {
    let count = 0
    for await (const { key, modified } of this.storage.list(''))
      if (temporary.test(key) && modified < before) {
        await this.storage.delete(key)
        count++
      }
    return count
  }

  /** Which database these images belong to (installation.ts); null before the first start. */
  async readInstallation(): Promise<string | null> {
    const bytes = await this.storage.get(installation)
    return (bytes && Buffer.from(bytes).toString().trim()) || null
  }

  async writeInstallation(id: string): Promise<void> {
    await this.storage.put(installation, Buffer.from(`${id}\n`))
  }

  async #put(id: string, name: string, content: FileContent): Promise<void> {
    if (!isUploadFile(id, name)) throw new Error('a name that was not generated here')
    await this.storage.put(`${id}/${name}`, content)
    this.#recent.delete(`${id}/${name}`)
  }

  async #keysOf(id: string): Promise<string[]> {
    if (!isUpload(id)) throw new Error('an id that was not generated here')
    return (await Array.fromAsync(this.storage.list(`${id}/`))).map(({ key }) => key)
  }
}

/** The uploads that the settings name. */
export function openUploads({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Uploads {
  return new Uploads(storageUrl ? new S3Bucket(storageUrl) : new Directory(join(dataDir, 'uploads')))
}
