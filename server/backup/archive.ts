// The archive: a tar with every upload, one SQLite database, and at its end their checksums, as `sha256sum` writes them.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder, createTarPacker, type TarHeader } from 'modern-tar'
import { videoBytes } from '../../contract/limits.ts'
import { isUploadFile, videoFile } from '../images/variants.ts'

/** The backup or the restore cannot be done; the message is a sentence that says why and what to do. */
export class BackupError extends Error {}

/** The archive is not what it must be. */
export class ArchiveRejected extends BackupError {
  constructor(reason: string) {
    super(`The archive cannot be restored: ${reason}.`)
  }
}

const MiB = 1024 * 1024
export const databasePath = 'database.sqlite'
const checksumsPath = 'SHA256SUMS'
/** Bytes; the database may have any. */
const maxImage = 32 * MiB
const maxChecksums = 64 * MiB

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Adds a file of exactly `size` bytes. */
export type AddFile = (path: string, size: number, chunks: Chunks) => Promise<void>

/**
 * @param fill adds the files
 * @param output closed at the end, and destroyed after an error
 * @param now the time of all entries
 * @returns what `fill` returns, once everything is written
 */
export async function writeArchive<Result>(
  output: Writable,
  now: Date,
  fill: (add: AddFile) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(readable, output, { signal })
  const checksums: string[] = []
  const add: AddFile = async (path, size, chunks) => {
    const hash = createHash('sha256')
    const entry = controller.add({ name: path, size, mode: 0o600, mtime: now }).getWriter()
    for await (const chunk of chunks) {
      hash.update(chunk)
      await entry.write(chunk)
    }
    await entry.close()
    checksums.push(checksumLine(hash.digest('hex'), path))
  }
  const filled = fill(add).then(async (result) => {
    const bytes = Buffer.from(checksums.join(''))
    await add(checksumsPath, bytes.byteLength, [bytes])
    controller.finalize()
    return result
  })
  for (const part of [written, filled]) part.catch((error) => controller.error(error))
  await Promise.allSettled([written, filled])
  signal?.throwIfAborted()
  await written
  return filled
}

function checksumLine(hash: string, path: string): string {
  return `${hash}  ${path}\n`
}

/**
 * Unpacks an archive and takes nothing in it for granted: each path is one of ours, of a file, once.
 * @param directory that is empty; it has the database and the images afterwards
 * @returns when the backup was begun: whatever was acknowledged by then is in it
 * @throws ArchiveRejected unless every byte is as it was written; the error of the file system where a file cannot be used
 */
export async function unpackArchive(file: string, directory: string): Promise<Date> {
  const checksums = new Map<string, string>()
  let createdAt = new Date(0)
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
      checksums.set(path, checksumLine(hash.digest('hex'), path))
      createdAt = header.mtime ?? createdAt
    }
  } catch (error) {
    // Leaving the loop ends the decoder, and what it has to say of that may reach the source before this does.
    const isKnown = error instanceof ArchiveRejected || (error as NodeJS.ErrnoException).syscall
    const cause = (isKnown ? error : (source.errored ?? error)) as NodeJS.ErrnoException
    // The decoder throws plain errors.
    if (cause.constructor !== Error || cause.syscall) throw cause
    throw new ArchiveRejected(`it is no backup of this product, damaged or cut off (${cause.message})`)
  } finally {
    source.destroy()
  }
  if (checksums.size === 0) throw new ArchiveRejected('it is no backup of this product: it is empty')
  if (!checksums.delete(checksumsPath))
    throw new ArchiveRejected(`it is cut off: ${checksumsPath} is missing`)
  const expected = (await readFile(join(directory, checksumsPath), 'utf8')).match(/.*\n/g)
  const [wrong] = new Set(checksums.values()).symmetricDifference(new Set(expected))
  if (wrong !== undefined)
    throw new ArchiveRejected(`it is damaged: ${wrong.slice(66, 166).trimEnd()} is not as it was written`)
  if (!checksums.has(databasePath)) throw new ArchiveRejected('it has no database')
  return createdAt
}

/** @throws ArchiveRejected for a path that no archive of this product has: nothing else ever becomes a path */
function checkEntry({ name: path, size, type }: TarHeader): void {
  const [uploads, id = '', name = '', ...more] = path.split('/')
  const isUpload = uploads === 'uploads' && isUploadFile(id, name) && more.length === 0
  const others = new Map([
    [databasePath, Number.MAX_SAFE_INTEGER],
    [checksumsPath, maxChecksums],
  ])
  const limit = isUpload ? (name === videoFile ? videoBytes : maxImage) : others.get(path)
  if (type !== 'file' || limit === undefined)
    throw new ArchiveRejected(
      `it is no backup of this product: it holds ${JSON.stringify(path.slice(0, 100))}`,
    )
  if (!(size >= 0 && size <= limit)) throw new ArchiveRejected(`${path} in it is too large (${size} bytes)`)
}
