// Serves a directory of files from memory, with the compressed variants that the build has put next to them.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'
import { matchesEtag, preferredEncoding } from './negotiation.ts'
import { sendBytes } from './send-bytes.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

interface File {
  type: string
  etag: string
  body: Buffer<ArrayBuffer>
  br: Buffer<ArrayBuffer> | undefined
}

/**
 * @param prefix the path of the directory, such as '/assets'
 * @param cacheControl `immutable` only for names that contain a hash of their content
 */
export function staticFiles(directory: string, prefix: string, cacheControl: string): MiddlewareHandler<Env> {
  const files = load(directory, prefix)
  return async (c, next) => {
    const file = files.get(c.req.path)
    if (!file || !['GET', 'HEAD'].includes(c.req.method)) return next()
    c.header('Cache-Control', cacheControl)
    c.header('ETag', file.etag)
    c.header('Content-Type', file.type)
    // No scripts in an SVG that is opened as a document.
    c.header('Content-Security-Policy', "default-src 'none'; sandbox")
    if (file.br) c.header('Vary', 'Accept-Encoding')
    if (matchesEtag(c.req.header('if-none-match'), file.etag)) return c.body(null, 304)
    if (!file.br || preferredEncoding(c.req.header('accept-encoding')) !== 'br')
      return sendBytes(c, file.body)
    c.header('Content-Encoding', 'br')
    return sendBytes(c, file.br)
  }
}

function load(directory: string, prefix: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    const body = readFileSync(path)
    files.set(`${prefix}/${path.slice(directory.length + 1).replaceAll(sep, '/')}`, {
      type,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      body,
      br: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined,
    })
  }
  return files
}
