// Sends what a Response is not made for: bytes that many responses share, which it would copy and hold until a slow client
// has read them, and a stream that may fail, of which it would print the error.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'hono'
import type { Env } from './env.ts'

/** Tells @hono/node-server that the response has already been written (its utils/response). */
const alreadySent = { 'x-hono-already-sent': 'true' }

/**
 * Sends a response of status 200 with the headers that the context has so far and those of every response.
 * @param bytes must not change any more.
 */
export function sendBytes(c: Context<Env>, bytes: Buffer<ArrayBuffer> | Uint8Array<ArrayBuffer>): Response {
  const outgoing = c.env?.outgoing
  // Requested from inside the process.
  if (!outgoing) return c.body(bytes)
  begin(c, outgoing, { 'Content-Length': String(bytes.byteLength) })
  outgoing.end(c.req.method === 'HEAD' ? undefined : bytes)
  return new Response(null, { headers: alreadySent })
}

/**
 * As `sendBytes`, as fast as the client reads. Where the stream fails the connection is closed, so that the client knows
 * that the response is not whole; where the client has gone the stream is destroyed.
 */
export function sendStream(c: Context<Env>, stream: Readable, status: 200 | 206 = 200): Response {
  const outgoing = c.env?.outgoing
  if (!outgoing) return c.body(Readable.toWeb(stream) as ReadableStream<Uint8Array>, status)
  begin(c, outgoing, {}, status)
  if (c.req.method === 'HEAD') {
    stream.destroy()
    outgoing.end()
    return new Response(null, { headers: alreadySent })
  }
  // Also where the client had gone before. Whoever writes into the stream hears of its errors.
  pipeline(stream, outgoing).catch(() => stream.destroy())
  return new Response(null, { headers: alreadySent })
}

function begin(c: Context<Env>, outgoing: ServerResponse, more: Record<string, string>, status = 200): void {
  const headers = new Headers(c.res.headers)
  for (const [name, value] of Object.entries(c.get('securityHeaders')))
    if (!headers.has(name)) headers.set(name, value)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  outgoing.writeHead(status, Object.fromEntries(headers))
}
