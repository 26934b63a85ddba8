// The archive: a tar with every image, one SQLite database, and a manifest with their checksums at its end.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import * as z from 'zod/mini'
import { fileName } from '../images/uploads.ts'
import { folderName } from '../images/variants.ts'
import { productVersion } from '../root.ts'

/** The backup or the restore cannot be done; the message is a sentence that says why and what to do. */
export class BackupError extends Error {}

/** The archive is not what it must be; the message goes on after "The archive cannot be restored:". */
export class ArchiveRejected extends Error {}

const MiB = 1024 * 1024
/** Grows with each change that an older version could not read. */
const format = 1
const product = 'portfolio'
const databasePath = 'database.sqlite'
const manifestPath = 'manifest.json'

const count = z.int().check(z.nonnegative())
const manifestSchema = z.object({
  product: z.literal(product),
  format: z.literal(format),
  /** Of the product that wrote it. */
  version: z.string().check(z.maxLength(100)),
  /** When it was begun: whatever was acknowledged by then is in it. */
  createdAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/)),
  rows: z.record(z.string(), count),
  /** Rows of tables that are made again by hand. */
  leftOut: z.record(z.string(), count),
  /** Images that rows name and that were not there. */
  missingImages: z.array(z.string().check(z.regex(folderName))),
  /** SHA-256 of every other entry. */
  checksums: z.record(z.string(), z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>

export type EntryKind = 'database' | 'manifest' | { folder: string; name: string }

/** Bytes; the database may have any. */
const maxImage = 32 * MiB
const maxManifest = 64 * MiB

export class ArchiveWriter {
  readonly #packer = createTarPacker()
  readonly #written: Promise<void>
  readonly #checksums: Record<string, string> = {}
  readonly #now: Date

  /** @param output closed at the end, and destroyed with an error @param now the time of all entries */
  constructor(output: Writable, now: Date) {
    this.#now = now
    const tar = Readable.fromWeb(this.#packer.readable as Parameters<typeof Readable.fromWeb>[0])
    this.#written = pipeline(tar, output)
    // Whoever waits for it hears of the failure; until then nobody does.
    this.#written.catch(() => {})
  }

  addImage(folder: string, name: string, bytes: Uint8Array): Promise<void> {
    return this.#add(`uploads/${folder}/${name}`, bytes.byteLength, [bytes])
  }

  addDatabase(file: string, size: number): Promise<void> {
    return this.#add(databasePath, size, contentOf(file))
  }

  /** Resolves when everything is written. */
  async finish(about: Pick<Manifest, 'rows' | 'leftOut' | 'missingImages'>): Promise<void> {
    const manifest: Manifest = {
      product,
      format,
      version: productVersion(),
      createdAt: this.#now.toISOString(),
      ...about,
      checksums: this.#checksums,
    }
    const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
    await this.#add(manifestPath, bytes.byteLength, [bytes])
    this.#packer.controller.finalize()
    await this.#written
  }

  /** @returns what went wrong: that the output failed explains why writing to it did */
  async fail(error: unknown): Promise<unknown> {
    this.#packer.controller.error(error)
    return this.#written.then(
      () => error,
      (first: unknown) => first ?? error,
    )
  }

  async #add(path: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const hash = createHash('sha256')
    const entry = this.#packer.controller.add({ name: path, size, mode: 0o600, mtime: this.#now }).getWriter()
    for await (const chunk of chunks) {
      hash.update(chunk)
      await entry.write(chunk)
    }
    await entry.close()
    this.#checksums[path] = hash.digest('hex')
  }
}

/** Opens the file when its first chunk is read: a stream that nobody reads would fail with an uncaught error. */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}

export interface Entry {
  path: string
  kind: EntryKind
  /** SHA-256 in hexadecimal, once the chunks have been read. */
  checksum(): string
  chunks: AsyncIterable<Uint8Array>
}

/**
 * Reads an archive entry by entry and takes nothing in it for granted: a path is one of ours, of a file, in its order.
 * @throws ArchiveRejected; the error of the file system where the file cannot be read
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file)
  const seen = new Set<string>()
  let isOver = false
  const rejected = (error: unknown) => rejection(source.errored ?? error)
  try {
    const tar = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name: path, size, type } = header
      const kind = type === 'file' ? kindOf(path) : null
      if (!kind)
        throw new ArchiveRejected(
          `it is no backup of this product: it holds ${JSON.stringify(path.slice(0, 100))}`,
        )
      if (isOver || seen.has(path)) throw new ArchiveRejected(`${path} is in it twice, or out of place`)
      const limit =
        kind === 'database' ? Number.MAX_SAFE_INTEGER : kind === 'manifest' ? maxManifest : maxImage
      if (!(size >= 0 && size <= limit))
        throw new ArchiveRejected(`${path} in it is too large (${size} bytes)`)
      isOver = kind === 'manifest'
      seen.add(path)
      const hash = createHash('sha256')
      const chunks = hashed(body, hash, rejected)
      yield { path, kind, chunks, checksum: () => hash.copy().digest('hex') }
      // What was not read: the next entry comes after it.
      for await (const _ of chunks);
    }
  } catch (error) {
    throw rejected(error)
  } finally {
    source.destroy()
  }
  if (seen.size === 0) throw new ArchiveRejected('it is no backup of this product: it is empty')
  if (!isOver) throw new ArchiveRejected(`it is cut off: ${manifestPath} is missing`)
}

/** @returns null for a path that no archive of this product has: nothing else ever becomes a path */
function kindOf(path: string): EntryKind | null {
  if (path === databasePath) return 'database'
  if (path === manifestPath) return 'manifest'
  const [directory, folder = '', name = '', ...more] = path.split('/')
  const isImage = directory === 'uploads' && folderName.test(folder) && fileName.test(name)
  return isImage && more.length === 0 ? { folder, name } : null
}

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
  rejected: (error: unknown) => unknown,
) {
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw rejected(error)
  }
}

function rejection(error: unknown): unknown {
  const isOurs = error instanceof ArchiveRejected || error instanceof BackupError
  // The decoder throws plain errors.
  if (isOurs || (error as Error).constructor !== Error || (error as NodeJS.ErrnoException).syscall)
    return error
  return new ArchiveRejected(
    `it is no backup of this product, damaged or cut off (${(error as Error).message})`,
  )
}

/** @throws ArchiveRejected when it is another product's, a newer version's or damaged */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text)
  const own = z.looseObject({ product: z.literal(product), format: z.number() }).safeParse(value)
  if (!own.success) throw new ArchiveRejected('it is no backup of this product')
  if (own.data.format > format)
    throw new ArchiveRejected('it was made by a newer version of this product; update this one first')
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) throw new ArchiveRejected(`its ${manifestPath} is damaged`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
