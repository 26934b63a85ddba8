// Uploaded images: limits of uploads, and serving the files, which are immutable and sandboxed.
import { type Context, Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import type { Env } from '../http/env.ts'
import { count, limits } from '../http/rate-limit.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { hasAvif } from './variants.ts'

const year = 'public, max-age=31536000, immutable'
/** An image opened on its own is a document: it loads nothing and runs nothing (OWASP, file upload). */
const sandboxed = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Milliseconds without a byte while the client waits for the server. */
const processingTimeout = 90_000

/**
 * Waits for the turn of an upload that has arrived.
 * @param size bytes of its body
 * @returns a function that ends the turn, to be called once.
 * @throws Problem as `Admission.enter`.
 */
export async function takeTurn(c: Context<Env>, size: number): Promise<() => void> {
  const { user, context } = c.var
  // The client is not slow, it waits. With the next request Node sets the server's timeout again.
  c.env?.incoming?.socket.setTimeout(processingTimeout)
  return context.images.admission.enter(user.role, user.id, size)
}

/** Counts one image of the signed-in user, once it is read. @throws Problem 'too-many' over the hourly limit. */
export async function countUpload(c: Context<Env>): Promise<void> {
  const { user, context } = c.var
  await count(context, user.role === 'admin' ? limits.uploadOfAdmin : limits.uploadOfUser, user.id)
}

export const uploads = new Hono<Env>().get('/:folder/:file', async (c) => {
  const { folder, file } = c.req.param()
  const { uploads } = c.var.context
  c.header('Content-Security-Policy', sandboxed)

  const bytes = await uploads.read(folder, file)
  if (bytes) {
    c.header('Content-Type', file.endsWith('.avif') ? 'image/avif' : 'image/webp')
    c.header('Cache-Control', year)
    return sendBytes(c, bytes)
  }

  // AVIF files are made in the background. Until then their URLs respond with the WebP file, which every browser that
  // accepts AVIF can show, and which must not be cached.
  const webp = file.endsWith('.avif') ? await uploads.read(folder, file.replace(/avif$/, 'webp')) : null
  if (!webp) throw new Problem('unknown', 'There is no image at this URL.')
  c.header('Content-Type', 'image/webp')
  c.header('Cache-Control', hasAvif(folder, Number.parseInt(file, 10)) ? 'no-cache' : year)
  return sendBytes(c, webp)
})
