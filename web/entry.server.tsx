// Renders a page whole and lists in its policy the hash of every script and style that we rendered ourselves.
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { apiContext } from './api-context.ts'
import { afterPaint } from './hydration/after-paint.ts'

// The server hands its API to loaders under this key; keys compare by identity, so it must be this bundled one.
export { apiContext }

/*
 * A nonce that never leaves the process: React puts it on what it renders for us, so markup that somebody smuggled
 * in is never hashed. It is taken out before the page is sent.
 */
const mark = crypto.randomUUID()
const marked = new RegExp(`<(script|style)([^>]*?) nonce="${mark}"([^>]*)>([^]*?)</\\1>`, 'g')

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { sha256 } = routerContext.get(apiContext)
  let failed = false
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={mark} />,
    {
      nonce: { script: mark, style: mark },
      onError(error) {
        failed = true
        console.error(error)
      },
    },
  )
  // Whole, not streamed: its hashes must be known before the first byte, and whole pages can be cached.
  await stream.allReady
  const text = await new Response(stream).text()
  const { html, scripts, styles } = unmark(
    import.meta.env.PROD ? afterPaint(text, context.manifest.entry.module) : text,
    sha256,
  )
  // An error is found while rendering, after the status was chosen.
  const shownStatus = failed ? 500 : status
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (shownStatus >= 500) {
    headers.set('Cache-Control', 'no-store')
    const retryAfter = retryAfterOf(context)
    if (retryAfter) headers.set('Retry-After', retryAfter)
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy(context, scripts, styles))
  return new Response(html, { status: shownStatus, headers })
}

/** What a loader that failed says about the next try (api-context.ts). */
function retryAfterOf(context: EntryContext): string | null | undefined {
  const loaders = Object.values(context.staticHandlerContext.loaderHeaders)
  return loaders.map((headers) => headers.get('Retry-After')).find((value) => value !== null)
}

/** Errors of loaders; a 404 and the like are responses, not errors. */
export function handleError(error: unknown): void {
  if (!isRouteErrorResponse(error)) console.error(error)
}

function unmark(text: string, sha256: (text: string) => string) {
  const scripts: string[] = []
  const styles: string[] = []
  for (const [, tag, , , code] of text.matchAll(marked))
    if (code) (tag === 'script' ? scripts : styles).push(`'sha256-${sha256(code)}'`)
  return { html: text.replaceAll(` nonce="${mark}"`, ''), scripts, styles }
}

/** Projects are framed from anywhere by https, and by http only while this site itself is http. */
function policy(context: EntryContext, scripts: string[], styles: string[]): string {
  const root = context.staticHandlerContext.loaderData.root as { origin: string } | undefined
  // Shows nothing but what the editor around it sends.
  const mayBeFramed = context.staticHandlerContext.matches.some(
    ({ route }) => route.id === 'site/site-preview',
  )
  const insecure = root?.origin.startsWith('http:') ? ' http:' : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`,
    `style-src 'self' ${[...new Set(styles)].join(' ')}`.trim(),
    // The focal points of images are style attributes; nothing that users write becomes one.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' https:${insecure}`,
    `frame-ancestors ${mayBeFramed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // No script of ours needs one: nothing makes markup or scripts from strings (docs/decisions/0011).
    "trusted-types 'none'",
  ].join('; ')
}
