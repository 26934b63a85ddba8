// Image files in object storage. An image is the set of objects FOLDER/FILE; no row names it before all are there
// (docs/decisions/0022).
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Limiter } from '../http/limiter.ts'
import { cachedBytes, maxAge, RecentFiles } from './file-cache.ts'
import { inParallel } from './in-parallel.ts'
import { S3Client, type S3Limits, s3Limits } from './s3-client.ts'
import { type S3Options, s3Options } from './s3-url.ts'
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

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>

export class S3Uploads implements Uploads {
  readonly name: string
  readonly advice = {
    missing: 'Restore its objects, or correct STORAGE_URL',
    foreign: 'name an empty bucket in STORAGE_URL',
    occupied: 'an empty bucket: name another one in STORAGE_URL',
  }
  readonly publicOrigin: string | null
  owner: string | null = null
  /** Tests change it. */
  readonly limits: S3Limits = { ...s3Limits }
  readonly #options: S3Options
  readonly #client: S3Client
  readonly #recent = new RecentFiles(cachedBytes)
  readonly #there = new LRUCache<string, true>({ max: maxKnown, ttl: maxAge })
  readonly #missing = new LRUCache<string, true>({ max: maxKnown, ttl: maxMissingAge })
  readonly #reads = new Limiter(readLimits)
  #probedAt = Number.NEGATIVE_INFINITY

  /** @param url STORAGE_URL */
  constructor(url: string) {
    this.#options = s3Options(url)
    this.name = this.#options.name
    this.publicOrigin = this.#options.publicUrl && new URL(this.#options.publicUrl).origin
    this.#client = new S3Client(this.#options, this.limits)
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
    await this.#client.delete(`${folder}/${name}`)
    return false
  }

  async read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!folderName.test(folder) || !fileName.test(name)) return null
    return this.#read(`${folder}/${name}`)
  }

  async open(folder: string, name: string, client: string | null): Promise<UploadedFile | null> {
    const key = `${folder}/${name}`
    if (!folderName.test(folder) || !fileName.test(name) || this.#missing.has(key)) return null
    const { publicUrl } = this.#options
    if (publicUrl !== null) return (await this.#isThere(key, client)) ? { url: `${publicUrl}/${key}` } : null
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
    await inParallel(keys, (key) => this.#client.copy(key, `${trash}/${dayOf(now)}/${key}`))
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
      await inParallel(keys, (key) => this.#client.copy(key, key.split('/').slice(2).join('/')))
      await this.#delete(keys)
    }
    this.#missing.clear()
    return [...found.keys()]
  }

  async emptyTrash(before: Date): Promise<void> {
    const over: string[] = []
    // By day: the oldest come first.
    for await (const { key, day } of this.#trashed()) {
      if (!isOver(day, before)) break
      over.push(key)
    }
    await this.#delete(over)
  }

  async *list(): AsyncIterable<StoredImage> {
    let image = null as StoredImage | null
    for await (const { key, modified } of this.#client.list('')) {
      // Folders begin with a hexadecimal digit: the trash and whatever follows it need not be listed.
      if (key > 'g') break
      const [folder = '', name = '', ...deeper] = key.split('/')
      if (!folderName.test(folder) || !name || deeper.length > 0) continue
      if (image?.folder !== folder) {
        if (image) yield image
        image = { folder, files: [], madeAt: modified }
      }
      image.files.push(name)
      if (modified > image.madeAt) image.madeAt = modified
    }
    if (image) yield image
  }

  /** Objects are there whole or not at all. */
  async dropLeftovers(): Promise<number> {
    return 0
  }

  async readInstallation(): Promise<string | null> {
    const bytes = await this.#client.get(installation)
    return (bytes && Buffer.from(bytes).toString().trim()) || null
  }

  async writeInstallation(id: string): Promise<void> {
    await this.#client.put(installation, Buffer.from(`${id}\n`))
  }

  async check(isDoubted = false): Promise<void> {
    const now = performance.now()
    if (!isDoubted && now - this.#probedAt < probeInterval) return
    this.#probedAt = Number.NEGATIVE_INFINITY
    await this.#client.put(probe, new Uint8Array())
    this.#probedAt = now
  }

  async *examine(): AsyncIterable<string> {
    await this.#client.reach()
    yield `${this.name} responds`
    for await (const _ of this.#client.list('', 1)) break
    yield 'the access key, the region and the bucket are right'
    const key = `${probe}-${randomBytes(4).toString('hex')}`
    await this.#client.put(key, randomBytes(16))
    await this.#client.get(key).finally(() => this.#client.delete(key))
    yield 'objects can be written, read and deleted'
  }

  #put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
    return this.#client.put(`${folder}/${safe(fileName, name)}`, bytes, imageHeaders(name))
  }

  /** @param run runs the request, unless there is no need for one */
  async #read(key: string, run: Run = (get) => get()): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await this.#recent.get(key, () => run(() => this.#client.get(key)))
    if (!bytes) this.#missing.set(key, true)
    return bytes
  }

  async #isThere(key: string, client: string | null): Promise<boolean> {
    if (this.#there.has(key)) return true
    const isThere = await this.#reads.run(() => this.#client.exists(key), { client })
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
    for await (const { key } of this.#client.list(prefix)) keys.push(key)
    return keys
  }

  async *#trashed(): AsyncGenerator<{ key: string; day: string; folder: string }> {
    for await (const { key } of this.#client.list(`${trash}/`)) {
      const [, day = '', folder = '', name = '', ...deeper] = key.split('/')
      if (trashDay.test(day) && folderName.test(folder) && name && deeper.length === 0)
        yield { key, day, folder }
    }
  }

  #delete(keys: string[]): Promise<void> {
    return inParallel(keys, (key) => this.#client.delete(key))
  }
}
