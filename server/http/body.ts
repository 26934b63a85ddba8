// Receives the body of a request within bounds of size and time, and discards what is left of it before the response is
// sent.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { Env } from './env.ts'
import { tooLarge } from './errors.ts'

/** Milliseconds for which a body that was given up is still discarded. */
const farewell = 500

/**
 * A body that is small enough for memory, however it is framed. It is copied into one growing buffer: a body of many
 * small chunks would otherwise take a hundred times its size. Nothing is allocated for bytes that are only announced.
 * @throws Problem 'too-large'; 'timed-out' when it takes longer than such bodies may; 'unavailable' when all bodies
 * under way take too much memory; 'invalid' when the client goes away in the middle. What is left stays unread, for
 * `discardBody`.
 */
export async function readBody(c: Context<Env>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { incoming } = c.env
  if (!incoming) return new Uint8Array(0)
  const { bodies } = c.var.context
  const { timeout } = bodies.limits
  const deadline = performance.now() + timeout
  if (announcedSize(incoming) > maxBytes) throw tooLarge()
  const revoked = new AbortController()
  const share = bodies.open(() => revoked.abort())
  let size = 0
  let buffer = new Uint8Array(0)
  try {
    const end = await consume(
      incoming,
      (chunk) => {
        if (size + chunk.length > maxBytes) return false
        if (size + chunk.length > buffer.length) {
          const larger = new Uint8Array(Math.min(maxBytes, Math.max(size + chunk.length, buffer.length * 2)))
          share.grow(larger.length - buffer.length)
          larger.set(buffer.subarray(0, size))
          buffer = larger
        }
        buffer.set(chunk, size)
        size += chunk.length
        return true
      },
      { timeout, signal: revoked.signal },
    )
    // What is slow is not waited for any longer, and what was given up only until its sender may have read why.
    if (end === 'late') c.set('bodyDeadline', deadline)
    if (end === 'aborted') c.set('bodyDeadline', Math.min(deadline, performance.now() + farewell))
    if (end === 'aborted') throw outOfMemory()
    if (end !== 'read') throw problemOf(end)
    return buffer.subarray(0, size)
  } finally {
    share.close()
  }
}

/**
 * Hands the body over piece by piece; the next piece is read when the last one is stored.
 * @param store may reject; the piece is only valid until it resolves.
 * @param signal ends the reading; its reason is thrown.
 * @throws Problem as `readBody`; and what `store` rejects with.
 */
export async function receiveBody(
  c: Context<Env>,
  maxBytes: number,
  store: (chunk: Buffer) => Promise<void> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { incoming } = c.env
  if (!incoming) return
  if (announcedSize(incoming) > maxBytes) throw tooLarge()
  let size = 0
  const end = await consume(
    incoming,
    (chunk) => {
      size += chunk.length
      if (size > maxBytes) return false
      const stored = store(chunk)
      return stored === undefined ? true : stored.then(() => true)
    },
    { signal },
  )
  if (end === 'aborted') throw signal.reason
  if (end !== 'read') throw problemOf(end)
}

/** Bytes by Content-Length; 0 for a chunked body. */
function announcedSize(incoming: IncomingMessage): number {
  return Number(incoming.headers['content-length'] ?? 0)
}

/**
 * Most clients read a response only after they have sent everything, and take a connection that is closed before for a
 * network error. So whatever a handler or a guard left unread is read and discarded first, and the connection can be
 * used again. Beyond `maxBytes` more, after `timeout` milliseconds, or when the time of the body itself is up, the
 * response is sent with `Connection: close`.
 */
export function discardBody({ maxBytes = 64 * 1024 * 1024, timeout = 60_000 } = {}) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const incoming = c.env?.incoming
    if (!incoming || incoming.complete || incoming.destroyed) return
    const left = (c.get('bodyDeadline') ?? Number.POSITIVE_INFINITY) - performance.now()
    let discarded = 0
    const end = await consume(
      incoming,
      (chunk) => {
        discarded += chunk.length
        return discarded <= maxBytes
      },
      { timeout: Math.max(0, Math.min(timeout, left)) },
    )
    if (end !== 'read') c.header('Connection', 'close')
  })
}

/**
 * How the reading of a body ended: completely, because `take` had enough, because the time was up, by the signal, or
 * with the loss of the connection.
 */
type End = 'read' | 'enough' | 'late' | 'aborted' | 'lost'

/**
 * Passes each chunk on until there is none left or something else ends it. What `take` rejects with is thrown.
 * @param timeout milliseconds; without it the server's own timeouts hold.
 */
function consume(
  incoming: IncomingMessage,
  take: (chunk: Buffer) => boolean | Promise<boolean>,
  { timeout, signal }: { timeout?: number; signal?: AbortSignal },
): Promise<End> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let isStoring = false
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose).pause()
    }
    const finish = (end: End) => {
      stop()
      resolve(end)
    }
    const onData = (chunk: Buffer) => {
      const taken = take(chunk)
      if (taken === false) finish('enough')
      if (typeof taken === 'boolean') return
      // One at a time. The end may come all the same, when it was there already.
      isStoring = true
      incoming.pause()
      taken.then(
        (isTaken) => {
          isStoring = false
          if (isOver) return
          if (!isTaken) finish('enough')
          else if (incoming.readableEnded) finish('read')
          else incoming.resume()
        },
        (error) => {
          if (isOver) return
          stop()
          reject(error)
        },
      )
    }
    const onEnd = () => {
      if (!isStoring) finish('read')
    }
    // It is closed, too, when all of it was read and is still being stored.
    const onClose = () => {
      if (!incoming.readableEnded) finish('lost')
    }
    const onAbort = () => finish('aborted')
    const timer = timeout === undefined ? undefined : setTimeout(finish, timeout, 'late')
    if (incoming.readableEnded) return finish('read')
    if (incoming.destroyed) return finish('lost')
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose).resume()
  })
}

function problemOf(end: Exclude<End, 'read' | 'aborted'>): Problem {
  if (end === 'enough') return tooLarge()
  if (end === 'late')
    return new Problem('timed-out', 'The request took too long to arrive. Please try again.')
  return new Problem('invalid', 'The request ended before its body did.')
}

function outOfMemory(): Problem {
  return new Problem(
    'unavailable',
    'The server is receiving too much at once. Please try again in a moment.',
    {
      retryAfter: 5,
    },
  )
}
