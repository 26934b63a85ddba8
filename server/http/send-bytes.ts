// Sends what a Response is not made for: bytes that many responses share, which it would copy and hold until a slow client
// has read them, and a stream that may fail, of which it would print the error. And files from memory: those of a directory
// with the compressed variants that the build has put next to them.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { Env } from './env.ts'
import { matchesEtag, preferredEncoding } from './negotiation.ts'

/** For URLs under which nothing else is ever served. */
export const forever = 'public, max-age=31536000, immutable'

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
  c.header('Content-Length', String(bytes.byteLength))
  begin(c, outgoing)
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
  begin(c, outgoing, status)
  if (c.req.method === 'HEAD') {
    stream.destroy()
    outgoing.end()
    return new Response(null, { headers: alreadySent })
  }
  // Also where the client had gone before. Whoever writes into the stream hears of its errors.
  pipeline(stream, outgoing).catch(() => stream.destroy())
  return new Response(null, { headers: alreadySent })
}

function begin(c: Context<Env>, outgoing: ServerResponse, status = 200): void {
  const headers = new Headers(c.res.headers)
  for (const [name, value] of Object.entries(c.get('securityHeaders')))
    if (!headers.has(name)) headers.set(name, value)
  outgoing.writeHead(status, Object.fromEntries(headers))
}

interface File {
  type: string
  etag: string
  body: Buffer<ArrayBuffer>
  br: Buffer<ArrayBuffer> | null
}

export function fileOf(type: string, body: Buffer<ArrayBuffer>, br: File['br'] = null): File {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, etag, body, br }
}

export function sendFile(c: Context<Env>, { type, etag, body, br }: File, cacheControl: string): Response {
  c.header('Cache-Control', cacheControl)
  c.header('ETag', etag)
  c.header('Content-Type', type)
  // No scripts in an SVG that is opened as a document. A favicon of an uploaded logo has it as a data URL.
  const images = type.startsWith('image/svg+xml') ? ' img-src data:;' : ''
  c.header('Content-Security-Policy', `default-src 'none';${images} sandbox`)
  if (br) c.header('Vary', 'Accept-Encoding')
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  if (!br || preferredEncoding(c.req.header('accept-encoding')) !== 'br') return sendBytes(c, body)
  c.header('Content-Encoding', 'br')
  return sendBytes(c, br)
}

/**
 * @param prefix the path of the directory, such as '/assets'
 * @param cacheControl `immutable` only for names that contain a hash of their content
 */
export function staticFiles(directory: string, prefix: string, cacheControl: string): MiddlewareHandler<Env> {
  const files = load(directory, prefix)
  return async (c, next) => {
    const file = files.get(c.req.path)
    return file && ['GET', 'HEAD'].includes(c.req.method) ? sendFile(c, file, cacheControl) : next()
  }
}

function load(directory: string, prefix: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = getMimeType(entry.name)
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    const br = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : null
    const name = path.slice(directory.length + 1).replaceAll(sep, '/')
    files.set(`${prefix}/${name}`, fileOf(type, readFileSync(path), br))
  }
  return files
}
