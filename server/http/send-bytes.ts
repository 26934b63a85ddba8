// Sends bytes that many responses share. A Response would copy them, and hold the copy until a slow client has read it.
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
  const headers = new Headers(c.res.headers)
  for (const [name, value] of Object.entries(c.get('securityHeaders')))
    if (!headers.has(name)) headers.set(name, value)
  headers.set('Content-Length', String(bytes.byteLength))
  outgoing.writeHead(200, Object.fromEntries(headers))
  outgoing.end(c.req.method === 'HEAD' ? undefined : bytes)
  return new Response(null, { headers: alreadySent })
}
