// Image files in object storage. An image is the set of objects FOLDER/FILE; no row names it before all are there
// (docs/decisions/0022).
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Limiter } from '../http/limiter.ts'
import { cachedBytes, maxAge, RecentFiles } from './file-cache.ts'
import { S3Bucket } from './s3-client.ts'
import { s3Options } from './s3-url.ts'
import {
  checkOwner,
  dayOf,
  fileName,
  imageHeaders,
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

/** Of visitors. With those that are being made and backed up they take at most some 30 connections. */
const readLimits = {
  running: 16,
  waiting: 64,
  perClient: 20,
  maxWait: 5_000,
  message: 'Too many images are being read. Please try again in a moment.',
  retryAfter: 5,
}
/** Milliseconds for which it is taken as known that a file is not there. */
const maxMissingAge = 2_000
/** Files of which that is known. */
const maxKnown = 5_000
/** Milliseconds after a successful probe in which none is written: each is a request that is charged for. */
const probeInterval = 60_000
const probe = '.check'
/** Objects that are written, copied or deleted at once. */
const parallel = 4

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>

export class S3Uploads implements Uploads {
  readonly name: string
  readonly advice = {
    missing: 'Restore its objects, or correct STORAGE_URL',
    foreign: 'name an empty bucket in STORAGE_URL',
    occupied: 'an empty bucket: name another one in STORAGE_URL',
  }
  readonly publicOrigin: string | null
  readonly bucket: S3Bucket
  owner: string | null = null
  readonly #publicUrl: string | null
  readonly #recent = new RecentFiles(cachedBytes)
  readonly #there = new LRUCache<string, true>({ max: maxKnown, ttl: maxAge })
  readonly #missing = new LRUCache<string, true>({ max: maxKnown, ttl: maxMissingAge })
  readonly #reads = new Limiter(readLimits)
  #probedAt = Number.NEGATIVE_INFINITY

  /** @param url STORAGE_URL */
  constructor(url: string) {
    const options = s3Options(url)
    this.name = options.name
    this.#publicUrl = options.publicUrl
    this.publicOrigin = options.publicUrl && new URL(options.publicUrl).origin
    this.bucket = new S3Bucket(options)
  }

  async store(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    safe(folderName, folder)
    await checkOwner(this)
    try {
      await inParallel([...files], ([name, bytes]) => this.#put(folder, name, bytes))
    } catch (error) {
      // Where this fails, too, no row names what is left, and the cleanup job moves it to the trash.
      await this.drop(folder).catch(() => {})
      throw error
    }
    this.#missing.clear()
  }

  async add(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    if (!(await this.#isImage(folder))) return false
    await this.#put(folder, name, bytes)
    this.#missing.clear()
    if (await this.#isImage(folder)) return true
    // Removed while the file was written.
    await this.bucket.delete(`${folder}/${name}`)
    return false
  }

  async read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!folderName.test(folder) || !fileName.test(name)) return null
    return this.#read(`${folder}/${name}`)
  }

  async open(folder: string, name: string, client: string | null): Promise<UploadedFile | null> {
    const key = `${folder}/${name}`
    if (!folderName.test(folder) || !fileName.test(name) || this.#missing.has(key)) return null
    if (this.#publicUrl !== null)
      return (await this.#isThere(key, client)) ? { url: `${this.#publicUrl}/${key}` } : null
    const bytes = await this.#read(key, (get) => this.#reads.run(get, { client }))
    return bytes && { bytes }
  }

  async drop(folder: string): Promise<void> {
    this.#forget(folder)
    // Again: a file may be added between the list and the deletion; after the second list `add` sees that it is alone.
    for (let pass = 1; pass <= 2; pass++)
      await this.#delete(await this.#keysBelow(`${safe(folderName, folder)}/`))
    // Again: a file that was read before may have been cached after the first call.
    this.#forget(folder)
  }

  async discard(folder: string, now: Date): Promise<void> {
    const keys = await this.#keysBelow(`${safe(folderName, folder)}/`)
    await inParallel(keys, (key) => this.bucket.copy(key, `${trash}/${dayOf(now)}/${key}`))
    await this.#delete(keys)
    this.#forget(folder)
  }

  async restore(folders: Iterable<string>): Promise<string[]> {
    const wanted = new Set(folders)
    const found = new Map<string, string[]>()
    for await (const { key, folder } of wanted.size > 0 ? this.#trashed() : [])
      if (wanted.has(folder)) found.set(folder, [...(found.get(folder) ?? []), key])
    for (const keys of found.values()) {
      // trash/DAY/FOLDER/FILE
      await inParallel(keys, (key) => this.bucket.copy(key, key.split('/').slice(2).join('/')))
      await this.#delete(keys)
    }
    this.#missing.clear()
    return [...found.keys()]
  }

  async emptyTrash(before: Date): Promise<void> {
    const over: string[] = []
    for await (const { key, day } of this.#trashed()) if (isOver(day, before)) over.push(key)
    await this.#delete(over)
  }

  async *list(): AsyncIterable<StoredImage> {
    const images = new Map<string, StoredImage>()
    for await (const { key, modified } of this.bucket.list('')) {
      const [folder = '', name = '', ...deeper] = key.split('/')
      if (!folderName.test(folder) || !name || deeper.length > 0) continue
      const image = images.get(folder) ?? { folder, files: [], madeAt: modified }
      image.files.push(name)
      if (modified > image.madeAt) image.madeAt = modified
      images.set(folder, image)
    }
    yield* images.values()
  }

  /** Objects are there whole or not at all. */
  async dropLeftovers(): Promise<number> {
    return 0
  }

  async readInstallation(): Promise<string | null> {
    const bytes = await this.bucket.get(installation)
    return (bytes && Buffer.from(bytes).toString().trim()) || null
  }

  async writeInstallation(id: string): Promise<void> {
    await this.bucket.put(installation, Buffer.from(`${id}\n`))
  }

  async check(isDoubted = false): Promise<void> {
    const now = performance.now()
    if (!isDoubted && now - this.#probedAt < probeInterval) return
    this.#probedAt = Number.NEGATIVE_INFINITY
    await this.bucket.put(probe, new Uint8Array())
    this.#probedAt = now
  }

  async *examine(): AsyncIterable<string> {
    for await (const _ of this.bucket.list('')) break
    yield `${this.name} responds, and the access key, the region and the bucket are right`
    const key = `${probe}-${randomBytes(4).toString('hex')}`
    await this.bucket.put(key, randomBytes(16))
    await this.bucket.get(key).finally(() => this.bucket.delete(key))
    yield 'objects can be written, read and deleted'
  }

  #put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
    const { type, caching } = imageHeaders(name)
    const key = `${folder}/${safe(fileName, name)}`
    return this.bucket.put(key, bytes, { ContentType: type, CacheControl: caching })
  }

  /** @param run runs the request, unless there is no need for one */
  async #read(key: string, run: Run = (get) => get()): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await this.#recent.get(key, () => run(() => this.bucket.get(key)))
    if (!bytes) this.#missing.set(key, true)
    return bytes
  }

  async #isThere(key: string, client: string | null): Promise<boolean> {
    if (this.#there.has(key)) return true
    const isThere = await this.#reads.run(() => this.bucket.exists(key), { client })
    ;(isThere ? this.#there : this.#missing).set(key, true)
    return isThere
  }

  /** Whether its first files, which are WebP, are there. */
  async #isImage(folder: string): Promise<boolean> {
    return (await this.#keysBelow(`${safe(folderName, folder)}/`)).some((key) => key.endsWith('.webp'))
  }

  #forget(folder: string): void {
    this.#recent.drop(folder)
    for (const key of [...this.#there.keys()]) if (key.startsWith(`${folder}/`)) this.#there.delete(key)
  }

  async #keysBelow(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of this.bucket.list(prefix)) keys.push(key)
    return keys
  }

  async *#trashed(): AsyncGenerator<{ key: string; day: string; folder: string }> {
    for await (const { key } of this.bucket.list(`${trash}/`)) {
      const [, day = '', folder = '', name = '', ...deeper] = key.split('/')
      if (trashDay.test(day) && folderName.test(folder) && name && deeper.length === 0)
        yield { key, day, folder }
    }
  }

  #delete(keys: string[]): Promise<void> {
    return inParallel(keys, (key) => this.bucket.delete(key))
  }
}

/** A few at a time. After a failure no further one is begun, and those under way are waited for. */
async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) {
      if (failures.length > 0) return
      await work(item).catch((error) => void failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  if (failures.length > 0) throw failures[0]
}
