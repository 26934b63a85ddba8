// Reads the body of a request within limits of size and time, and discards the rest of it before the response is sent.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { Env } from './env.ts'
import { tooLarge } from './errors.ts'

/** Milliseconds for which a body that was given up is still read and discarded, so that its client sees the response. */
const discardAfterAbort = 500

/**
 * Reads a whole body into memory, with or without a Content-Length. It is copied into one growing buffer: a body of many
 * small chunks would otherwise take a hundred times its size. Nothing is allocated before bytes have arrived.
 * @throws Problem 'too-large'; 'timed-out' when it takes too long; 'unavailable' when all bodies being received take too
 * much memory; 'invalid' when the client disconnects. The rest stays unread, for `discardBody`.
 */
export async function readBody(c: Context<Env>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { incoming } = c.env
  if (!incoming) return new Uint8Array(0)
  const { bodies } = c.var.context
  const { timeout } = bodies.limits
  const deadline = performance.now() + timeout
  if (declaredSize(incoming) > maxBytes) throw tooLarge()
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
    // The rest of a slow body is not waited for, and that of an aborted one only briefly.
    if (end === 'late') c.set('bodyDeadline', deadline)
    if (end === 'aborted') c.set('bodyDeadline', Math.min(deadline, performance.now() + discardAfterAbort))
    if (end === 'aborted') throw outOfMemory()
    if (end !== 'read') throw problemOf(end)
    return buffer.subarray(0, size)
  } finally {
    share.close()
  }
}

/**
 * Passes the body on chunk by chunk; the next chunk is read when the previous one is stored.
 * @param store may reject; the chunk is only valid until it resolves.
 * @param signal aborts the reading; its reason is thrown.
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
  if (declaredSize(incoming) > maxBytes) throw tooLarge()
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
function declaredSize(incoming: IncomingMessage): number {
  return Number(incoming.headers['content-length'] ?? 0)
}

/**
 * Most clients read a response only after they have sent everything, and report a network error when the connection is
 * closed before that. So the rest of a body that a handler or a guard left unread is read and discarded first, and the
 * connection can be reused. After `maxBytes` more, after `timeout` milliseconds, or at the body's own deadline, the
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
 * How reading a body ended: completely, because `take` returned false, by the timeout, by the signal, or because the
 * connection was lost.
 */
type End = 'read' | 'enough' | 'late' | 'aborted' | 'lost'

/**
 * Passes each chunk to `take` until there is none left or something else ends it. What `take` rejects with is thrown.
 * @param timeout milliseconds; without it the server's own timeouts apply.
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
      // One at a time. The end may still be emitted, if it had been received before the pause.
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
    // Also emitted when the whole body was read and the last chunk is still being stored.
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
