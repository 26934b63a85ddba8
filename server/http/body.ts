// Reads the body of a request within limits of size and time, and discards what nobody reads before the response is sent.
import { type FileHandle, open, unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import { newId } from '../ids.ts'
import type { Env } from './env.ts'
import { tooLarge } from './errors.ts'

/** Milliseconds until a body in memory must have arrived. */
const arriveWithin = 10_000
/** Milliseconds for which a body that nobody reads is waited for. */
const discardFor = 15_000

/**
 * @throws Problem 'too-large'; 'timed-out'; 'invalid' when the client disconnects. What was not read is left to `discardBody`.
 */
export async function readBody(c: Context<Env>, maxBytes: number): Promise<Uint8Array> {
  const { incoming } = c.env
  if (!incoming) return new Uint8Array()
  const late = Promise.withResolvers<never>()
  using _timer = setTimeout(() => {
    late.reject(new Problem('timed-out', 'The request took too long to arrive. Please try again.'))
  }, arriveWithin)
  return Buffer.concat(await Promise.race([Array.fromAsync(chunksOf(incoming, maxBytes)), late.promise]))
}

/** Bytes of a file that are in memory at once where it is read in pieces. */
const chunkBytes = 256 * 1024

export interface ReceivedFile extends AsyncDisposable {
  size: number
  read(): Promise<Uint8Array>
  /** As `read`, in pieces. */
  chunks(): AsyncGenerator<Uint8Array>
}

/**
 * Stores a body on disk, so that one that is sent slowly takes no memory. The file has no name: the system frees its space
 * when it is closed, and when the process is killed. How long it may take is up to the timeouts of the server.
 * @throws Problem as `readBody`
 */
export async function receiveFile(c: Context<Env>, maxBytes: number): Promise<ReceivedFile> {
  const path = join(c.var.context.config.dataDir, `upload-${newId()}.tmp`)
  await using opened = new AsyncDisposableStack()
  const file = opened.use(await open(path, 'wx+', 0o600))
  await unlink(path)
  let size = 0
  for await (const chunk of c.env.incoming ? chunksOf(c.env.incoming, maxBytes) : []) {
    await file.writeFile(chunk)
    size += chunk.length
  }
  const chunks = async function* () {
    for (let at = 0; at < size; at += chunkBytes)
      yield await readPart(file, at, Math.min(size, at + chunkBytes))
  }
  const received = opened.move()
  return {
    size,
    read: () => readPart(file, 0, size),
    chunks,
    [Symbol.asyncDispose]: () => received.disposeAsync(),
  }
}

async function readPart(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from)
  if (bytesRead < to - from) throw new Error('an upload lost bytes on disk')
  return buffer
}

async function* chunksOf(incoming: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  let size = 0
  try {
    // A destroyed stream would close the connection before the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    if (!incoming.errored) throw error
    throw new Problem('invalid', 'The request ended before its body did.', { cause: error })
  }
}

/**
 * Most clients read a response only after they have sent everything, and report a network error when the connection is
 * closed before that. So the rest of a body is read and discarded first, and the connection can be reused. Slow clients get
 * their response after some seconds, and lose the connection.
 */
export const discardBody = createMiddleware<Env>(async (c, next) => {
  await next()
  const incoming = c.env?.incoming
  if (!incoming || incoming.complete || incoming.destroyed) return
  const isSlow = c.error instanceof Problem && c.error.code === 'timed-out'
  if (!isSlow) {
    incoming.resume()
    await finished(incoming, { signal: AbortSignal.timeout(discardFor), cleanup: true }).catch(() => {})
  }
  if (!incoming.complete) c.header('Connection', 'close')
})
