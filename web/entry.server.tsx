// Renders a page whole and lists in its policy the hash of every script and style that we rendered ourselves.
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router'
import { afterPaint } from './after-paint.ts'
import { NonceContext } from './nonce.ts'

// The server hands its API to loaders under this key; keys compare by identity, so it must be this bundled one.
export { apiContext } from './api-context.ts'

/*
 * A nonce that never leaves the process: React puts it on what it renders for us, so markup that somebody smuggled
 * in is never hashed. It is taken out before the page is sent.
 */
const mark = crypto.randomUUID()
const marked = new RegExp(`<(script|style)([^>]*?) nonce="${mark}"([^>]*)>([^]*?)</\\1>`, 'g')

/** Milliseconds after which a page that does not come is given up. */
const patience = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failed = false
  const stream = await renderToReadableStream(
    <NonceContext value={mark}>
      <ServerRouter context={context} url={request.url} nonce={mark} />
    </NonceContext>,
    {
      nonce: mark,
      signal: AbortSignal.timeout(patience),
      onError(error) {
        failed = true
        console.error(error)
      },
    },
  )
  // Whole, not streamed: its hashes must be known before the first byte, and whole pages can be kept.
  await stream.allReady
  const text = await new Response(stream).text()
  const { html, scripts, styles } = await unmark(import.meta.env.PROD ? afterPaint(text) : text)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy(context, scripts, styles))
  // An error is found while rendering, after the status was chosen.
  return new Response(html, { status: failed ? 500 : status, headers })
}

/** Errors of loaders; a 404 and its kin are answers, not errors. */
export function handleError(error: unknown): void {
  if (!isRouteErrorResponse(error)) console.error(error)
}

async function unmark(text: string) {
  const scripts: string[] = []
  const styles: string[] = []
  for (const [, tag, , , code] of text.matchAll(marked))
    if (code) (tag === 'script' ? scripts : styles).push(await hash(code))
  return { html: text.replaceAll(` nonce="${mark}"`, ''), scripts, styles }
}

async function hash(code: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}'`
}

/** Decision 17. Projects are framed from anywhere by https, and by http only while this site itself is http. */
function policy(context: EntryContext, scripts: string[], styles: string[]): string {
  const root = context.staticHandlerContext.loaderData.root as { origin: string } | undefined
  const insecure = root?.origin.startsWith('http:') ? ' http:' : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`,
    `style-src 'self' ${[...new Set(styles)].join(' ')}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' https:${insecure}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
