// The archive: a tar with every upload, one SQLite database, and at its end their checksums, as `sha256sum` writes them.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker, type TarHeader } from 'modern-tar'
import { unpackTar } from 'modern-tar/fs'
import { videoBytes } from '../../contract/limits.ts'
import { isUploadFile, videoFile } from '../images/uploads.ts'

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
/** Bytes of a file of an image, and of what is no upload; the database may have any number. */
const maxImage = 32 * MiB
const limits = new Map([
  [databasePath, Number.POSITIVE_INFINITY],
  [checksumsPath, 64 * MiB],
])

/** Adds a file of exactly `size` bytes. */
export type AddFile = (
  path: string,
  size: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) => Promise<void>

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
    checksums.push(checksumLine(hash, path))
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

function checksumLine(hash: Hash, path: string): string {
  return `${hash.digest('hex')}  ${path}\n`
}

/**
 * Unpacks an archive and takes nothing in it for granted: each path is one of ours, of a file, once.
 * @param directory that is empty; it has the database and the images afterwards
 * @returns when the backup was begun: whatever was acknowledged by then is in it
 * @throws ArchiveRejected unless every byte is as it was written; the error of the file system where a file cannot be used
 */
export async function unpackArchive(file: string, directory: string): Promise<Date> {
  const paths = new Set<string>()
  let createdAt = new Date(0)
  const filter = (header: TarHeader) => {
    checkEntry(header)
    const { name: path, mtime } = header
    if (paths.has(path)) throw new ArchiveRejected(`${path} is in it twice`)
    paths.add(path)
    createdAt = mtime ?? createdAt
    return true
  }
  const unpacker = unpackTar(directory, { strict: true, filter, fmode: 0o600, dmode: 0o700 })
  await pipeline(createReadStream(file), unpacker).catch((error: NodeJS.ErrnoException) => {
    // The unpacker throws plain errors.
    if (error.constructor !== Error || error.syscall) throw error
    throw new ArchiveRejected(`it is no backup of this product, damaged or cut off (${error.message})`)
  })
  if (paths.size === 0) throw new ArchiveRejected('it is no backup of this product: it is empty')
  if (!paths.delete(checksumsPath)) throw new ArchiveRejected(`it is cut off: ${checksumsPath} is missing`)
  const expected = (await readFile(join(directory, checksumsPath), 'utf8')).match(/.*\n/g)
  const found = new Set<string>()
  for (const path of paths) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(directory, path))) hash.update(chunk)
    found.add(checksumLine(hash, path))
  }
  const [wrong] = found.symmetricDifference(new Set(expected))
  if (wrong !== undefined)
    throw new ArchiveRejected(`it is damaged: ${wrong.slice(66, 166).trimEnd()} is not as it was written`)
  if (!paths.has(databasePath)) throw new ArchiveRejected('it has no database')
  return createdAt
}

/** @throws ArchiveRejected for a path that no archive of this product has: nothing else ever becomes a path */
function checkEntry({ name: path, size, type }: TarHeader): void {
  const [uploads, id = '', name = '', ...more] = path.split('/')
  const isUpload = uploads === 'uploads' && isUploadFile(id, name) && more.length === 0
  const limit = isUpload ? (name === videoFile ? videoBytes : maxImage) : limits.get(path)
  if (type !== 'file' || limit === undefined)
    throw new ArchiveRejected(
      `it is no backup of this product: it holds ${JSON.stringify(path.slice(0, 100))}`,
    )
  if (!(size >= 0 && size <= limit)) throw new ArchiveRejected(`${path} in it is too large (${size} bytes)`)
}
