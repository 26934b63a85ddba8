// The archive: a tar with every image, one SQLite database, and a manifest with their checksums at its end.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder, createTarPacker, type TarHeader } from 'modern-tar'
import * as z from 'zod/mini'
import { fileName } from '../images/uploads.ts'
import { imageId } from '../images/variants.ts'
import { productVersion } from '../root.ts'

/** The backup or the restore cannot be done; the message is a sentence that says why and what to do. */
export class BackupError extends Error {}

/** The archive is not what it must be; the message goes on after "The archive cannot be restored:". */
export class ArchiveRejected extends Error {}

const MiB = 1024 * 1024
/** Grows with each change that an older version could not read. */
const format = 1
const product = 'portfolio'
export const databasePath = 'database.sqlite'
const manifestPath = 'manifest.json'

const manifestSchema = z.object({
  product: z.literal(product),
  format: z.literal(format),
  /** Of the product that wrote it. */
  version: z.string().check(z.maxLength(100)),
  /** When it was begun: whatever was acknowledged by then is in it. */
  createdAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/)),
  /** SHA-256 of every other entry. */
  checksums: z.record(z.string(), z.string()),
})

type Manifest = z.infer<typeof manifestSchema>

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
  async finish(): Promise<void> {
    const manifest: Manifest = {
      product,
      format,
      version: productVersion(),
      createdAt: this.#now.toISOString(),
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

/**
 * Unpacks an archive and takes nothing in it for granted: each path is one of ours, of a file, once.
 * @param directory that is empty; it has the database and the images afterwards
 * @throws ArchiveRejected unless every byte is as it was written; the error of the file system where a file cannot be used
 */
export async function unpackArchive(file: string, directory: string): Promise<Manifest> {
  const checksums = new Map<string, string>()
  const source = createReadStream(file)
  try {
    const tar = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      checkEntry(header)
      const { name: path } = header
      if (checksums.has(path)) throw new ArchiveRejected(`${path} is in it twice`)
      const target = join(directory, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      }
      await pipeline(body, hashed, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
      checksums.set(path, hash.digest('hex'))
    }
  } catch (error) {
    throw rejection(source.errored ?? error)
  } finally {
    source.destroy()
  }
  if (checksums.size === 0) throw new ArchiveRejected('it is no backup of this product: it is empty')
  if (!checksums.delete(manifestPath)) throw new ArchiveRejected(`it is cut off: ${manifestPath} is missing`)
  const manifest = parseManifest(await readFile(join(directory, manifestPath), 'utf8'))
  for (const path of new Set([...checksums.keys(), ...Object.keys(manifest.checksums)]))
    if (checksums.get(path) !== manifest.checksums[path])
      throw new ArchiveRejected(`it is damaged: ${path.slice(0, 100)} is not as it was written`)
  if (!checksums.has(databasePath)) throw new ArchiveRejected('it has no database')
  return manifest
}

/** @throws ArchiveRejected for a path that no archive of this product has: nothing else ever becomes a path */
function checkEntry({ name: path, size, type }: TarHeader): void {
  const [uploads, folder = '', name = '', ...more] = path.split('/')
  const isImage = uploads === 'uploads' && imageId.test(folder) && fileName.test(name) && more.length === 0
  const others = new Map([
    [databasePath, Number.MAX_SAFE_INTEGER],
    [manifestPath, maxManifest],
  ])
  const limit = isImage ? maxImage : others.get(path)
  if (type !== 'file' || limit === undefined)
    throw new ArchiveRejected(
      `it is no backup of this product: it holds ${JSON.stringify(path.slice(0, 100))}`,
    )
  if (!(size >= 0 && size <= limit)) throw new ArchiveRejected(`${path} in it is too large (${size} bytes)`)
}

function rejection(error: unknown): unknown {
  // The decoder throws plain errors.
  if ((error as Error).constructor !== Error || (error as NodeJS.ErrnoException).syscall) return error
  return new ArchiveRejected(
    `it is no backup of this product, damaged or cut off (${(error as Error).message})`,
  )
}

/** @throws ArchiveRejected when it is another product's, a newer version's or damaged */
function parseManifest(text: string): Manifest {
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    // As of another product.
  }
  const own = z.looseObject({ product: z.literal(product), format: z.number() }).safeParse(value)
  if (!own.success) throw new ArchiveRejected('it is no backup of this product')
  if (own.data.format > format)
    throw new ArchiveRejected('it was made by a newer version of this product; update this one first')
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) throw new ArchiveRejected(`its ${manifestPath} is damaged`)
  return parsed.data
}
