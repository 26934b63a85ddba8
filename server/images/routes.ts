// Uploaded images: serving the files, which are never changed, under random names, and sandboxed.
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { sizeOfVideo } from '../../contract/images.ts'
import { Problem } from '../../contract/problem.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { forever, sendBytes, sendStream } from '../http/send-bytes.ts'
import { hasAvif, videoFile } from './uploads.ts'

/** An image opened on its own is a document: it loads nothing and runs nothing (OWASP, file upload). */
const sandboxed = "default-src 'none'; sandbox; frame-ancestors 'none'"
/** As a document of its own a video loads itself, which it may not from a sandbox. It is no markup. */
const playable = "default-src 'none'; media-src 'self'; frame-ancestors 'none'"

export const uploads = new Hono<Env>().get('/:image/:file', async (c) => {
  const { image, file } = c.req.param()
  const { uploads } = c.var.context
  const { network, isShared } = clientOf(c)
  const client = isShared ? null : network
  c.header('Content-Security-Policy', sandboxed)

  const bytes = sizeOfVideo(image)
  if (file === videoFile && bytes !== null) return sendVideo(c, image, bytes, client)
  const stored = await uploads.open(image, file, client)
  if (stored) return send(c, stored, file)

  // AVIF files are made in the background. Until then their URLs respond with the WebP file, which every browser that
  // accepts AVIF can show, and which must not be cached.
  const webp = file.replace(/avif$/, 'webp')
  const instead = file.endsWith('.avif') ? await uploads.open(image, webp, client) : null
  if (!instead) throw new Problem('unknown', 'There is no image at this URL.')
  return send(c, instead, webp, hasAvif(image, Number.parseInt(file, 10)))
})

/** One range of a video, as players request it (RFC 9110, 14.2); the whole one where none is asked for. */
async function sendVideo(
  c: Context<Env>,
  id: string,
  size: number,
  client: string | null,
): Promise<Response> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('range') ?? '') ?? []
  const isRange = first !== '' || last !== ''
  const start = first === '' ? Math.max(0, isRange ? size - Number(last) : 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  if (start > end) {
    c.header('Content-Range', `bytes */${size}`)
    return c.body(null, 416)
  }
  // Before the headers are sent: it may be gone, or the storage away.
  const pieces = await c.var.context.uploads.stream(id, start, end, client)
  if (!pieces) throw new Problem('unknown', 'There is no video at this URL.')
  c.header('Content-Security-Policy', playable)
  c.header('Content-Type', 'video/mp4')
  c.header('Cache-Control', forever)
  c.header('Accept-Ranges', 'bytes')
  c.header('Content-Length', String(end - start + 1))
  if (isRange) c.header('Content-Range', `bytes ${start}-${end}/${size}`)
  return sendStream(c, Readable.from(pieces), isRange ? 206 : 200)
}

function send(c: Context<Env>, bytes: Uint8Array<ArrayBuffer>, name: string, isTemporary = false): Response {
  c.header('Content-Type', name.endsWith('.avif') ? 'image/avif' : 'image/webp')
  c.header('Cache-Control', isTemporary ? 'no-cache' : forever)
  return sendBytes(c, bytes)
}
