// Reads an archive entry by entry, as it comes, and takes nothing in it for granted.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { type EntryPlace, kindOrder, maxEntrySize, placeOf } from './contents.ts'
import { ArchiveRejected } from './rejected.ts'

/** Bytes: with the default of 16 KiB most of the time goes into collecting buffers. */
const chunkSize = 256 * 1024

export interface Entry {
  path: string
  place: EntryPlace
  chunks: AsyncIterable<Uint8Array>
  /** SHA-256 in hexadecimal, once the chunks have been read. */
  checksum(): string
}

/**
 * @throws ArchiveRejected for a file that is no archive of this product, damaged or cut off; the error of the file system
 * where the file cannot be read.
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file, { highWaterMark: chunkSize })
  const gunzip = createGunzip({ chunkSize })
  let failure: unknown
  const unpacked = pipeline(source, gunzip)
  // What the streams behind report has lost its reason.
  for (const stream of [source, gunzip]) stream.once('error', (error) => (failure ??= error))
  unpacked.catch(() => {})
  const seen = new Set<string>()
  let last = 0
  const rejected = (error: unknown) => rejection(failure ?? error, seen.size === 0)
  try {
    const tar = Readable.toWeb(gunzip) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name: path, size } = header
      const place = header.type === 'file' ? placeOf(path) : null
      if (!place) throw foreign(path)
      const position = kindOrder.indexOf(place.kind)
      if (position < last || seen.has(path))
        throw new ArchiveRejected(`${path} is in it twice, or out of place`)
      if (!(size >= 0 && size <= maxEntrySize[place.kind]))
        throw new ArchiveRejected(`${path} in it is too large (${size} bytes)`)
      if (seen.size === 0 && place.kind !== 'manifest') throw foreign(path)
      last = position
      seen.add(path)
      const hash = createHash('sha256')
      const chunks = read(body, hash, rejected)
      yield { path, place, chunks, checksum: () => hash.copy().digest('hex') }
      // What was not read: the next entry comes after it.
      for await (const _ of chunks);
    }
    await unpacked
    if (gunzip.bytesWritten !== source.bytesRead) throw new ArchiveRejected('something follows its end')
  } catch (error) {
    throw rejected(error)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/** Reads an entry as text. */
export async function textOf({ chunks }: Entry): Promise<string> {
  return (await bytesOf(chunks)).toString('utf8')
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks))
}

async function* read(
  body: AsyncIterable<Uint8Array>,
  hash: Hash,
  rejected: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw rejected(error)
  }
}

function foreign(path: string): ArchiveRejected {
  return new ArchiveRejected(
    `it is no backup of this product: it holds ${JSON.stringify(path.slice(0, 100))}`,
  )
}

/** @param atStart nothing in it has been recognised yet */
function rejection(error: unknown, atStart: boolean): unknown {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  if (error instanceof ArchiveRejected || syscall !== undefined) return error
  if (code === 'Z_DATA_ERROR' && atStart && message === 'incorrect header check')
    return new ArchiveRejected('it is no backup of this product: it is not compressed with gzip')
  // The decoder throws plain errors.
  if (code.startsWith('Z_') || (error as Error).constructor === Error)
    return new ArchiveRejected(`it is damaged or cut off (${message})`)
  return error
}
