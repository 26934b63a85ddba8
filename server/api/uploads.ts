// Uploaded pictures as browsers fetch them: for ever the same under one address, and able to do nothing.
import { Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import type { Env } from './env.ts'

const year = 'public, max-age=31536000, immutable'
/** A picture opened on its own is a document: it loads nothing and runs nothing (OWASP, file upload). */
const sandboxed = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const uploads = new Hono<Env>().get('/:folder/:file', async (c) => {
  const { folder, file } = c.req.param()
  const { uploads } = c.var.context
  c.header('Content-Security-Policy', sandboxed)

  const bytes = await uploads.read(folder, file)
  if (bytes) {
    c.header('Content-Type', file.endsWith('.avif') ? 'image/avif' : 'image/webp')
    c.header('Cache-Control', year)
    return c.body(bytes)
  }

  // AVIF is made behind the upload: until then its address answers the WebP file, which every browser that asks
  // for AVIF can show, and nobody may keep it longer than this once.
  const webp = file.endsWith('.avif') ? await uploads.read(folder, file.replace(/avif$/, 'webp')) : null
  if (!webp) throw new Problem('unknown', 'There is no picture at this address.')
  c.header('Content-Type', 'image/webp')
  c.header('Cache-Control', 'no-cache')
  return c.body(webp)
})
