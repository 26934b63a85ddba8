// The front desk: every middleware and every mount, in the order in which a request meets them.
import { join } from 'node:path'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { account } from './api/account.ts'
import { contacts } from './api/contacts.ts'
import { demo } from './api/demo.ts'
import type { Env } from './api/env.ts'
import { failure } from './api/failure.ts'
import { sameOriginOnly } from './api/origin.ts'
import { passwords } from './api/passwords.ts'
import { portfolio } from './api/portfolio.ts'
import { session } from './api/session.ts'
import { settings } from './api/settings.ts'
import { uploads } from './api/uploads.ts'
import { users } from './api/users.ts'
import { type AppContext, newId } from './core/context.ts'
import { securityHeaders, withSecurityHeaders } from './headers.ts'
import { health } from './health.ts'
import { createPages, wantsPage } from './pages.ts'
import { PublicCache } from './public-cache.ts'
import { isPage, pageKey, publicCallKey } from './public-keys.ts'
import { root } from './root.ts'
import { siteFiles } from './site-files.ts'
import { staticFiles } from './static-files.ts'

const year = 'public, max-age=31536000, immutable'

export interface App {
  fetch: Hono<Env>['fetch']
  /** Answers an address that was answered before; false hands it to fetch. */
  serveKept: PublicCache['serve']
}

/** @param loadBuild the built pages; without it there is only the API (tests of the API need no build). */
export function createApp(
  context: AppContext,
  loadBuild?: Parameters<typeof createPages>[0],
  built: 'built' | 'development' = 'built',
): App {
  const { config } = context
  const headers = securityHeaders(config)
  // Vite puts its styles and its client into the page as it goes.
  if (built === 'development') delete headers['Content-Security-Policy']
  const cache = new PublicCache(headers)
  context.changes.on('portfolio', () => cache.clear())
  const keep = built === 'built' ? cache.keep.bind(cache) : () => passThrough

  const app = new Hono<Env>()
  app.onError(failure)
  app.use(async (c, next) => {
    c.set('context', context)
    c.set('requestId', newId())
    await next()
  })
  app.use(logged)
  app.use(withSecurityHeaders(headers))
  app.use(sameOriginOnly)

  if (built === 'built' && loadBuild)
    app.use('/assets/*', staticFiles(join(root, 'build/client/assets'), '/assets', year))
  const pictures = staticFiles(join(root, 'content/pictures'), '/pictures', 'public, max-age=86400')
  app.use('/pictures/*', pictures)
  app.get('/favicon.ico', (c) => c.redirect('/pictures/favicon.svg', 301))
  app.route('/', health)
  app.route('/', siteFiles(cache))
  app.route('/uploads', uploads)
  app.route('/demo', demo)

  const render = createPages(loadBuild ?? noPages, {
    origin: config.publicUrl,
    production: built === 'built',
    ask: (path, init) => app.request(path, init),
  })
  for (const both of [
    '/dashboard',
    '/profile',
    '/verify-email',
    '/verify-email-token',
    '/reset-password/:token',
  ])
    app.get(both, async (c, next) => {
      const page = loadBuild && wantsPage(c.req)
      if (page) c.res = await render(c.req.raw)
      else await next()
      c.res.headers.set('Vary', 'Accept, Sec-Fetch-Mode')
      // A link of a mail never leaves this site in a Referer (SECURITY.md, abuse case 19).
      if (/^\/(reset|verify)/.test(c.req.path)) c.res.headers.set('Referrer-Policy', 'no-referrer')
      c.res.headers.set('Cache-Control', 'no-store')
    })

  app.use('/getportfolio/public', keep(publicCallKey))
  app.use('/public-categories', keep(publicCallKey))
  const api = new Hono<Env>()
  api.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  for (const noun of [session, account, passwords, portfolio, contacts, users, settings]) api.route('/', noun)
  app.route('/', api)

  if (loadBuild)
    app.get('*', keep(pageKey, [200, 404]), async (c, next) => {
      // An unknown address is a page to a navigation only (OPERATING.md, Addresses).
      if (!isPage(c.req.path) && !c.req.path.endsWith('.data') && !wantsPage(c.req)) return next()
      c.res = await render(c.req.raw)
    })
  app.notFound((c) => c.json({ success: false, message: 'There is nothing at this address.' }, 404))

  return { fetch: app.fetch, serveKept: (request, response) => cache.serve(request, response) }
}

async function passThrough(_: unknown, next: () => Promise<void>): Promise<void> {
  await next()
}

function noPages(): never {
  throw new Error('this app was made without pages')
}

/** One line per request with its id, never its query, body or cookie: they may hold secrets and personal data. */
const logged = createMiddleware<Env>(async (c, next) => {
  const start = performance.now()
  await next()
  const level = c.res.status >= 500 ? 'error' : c.req.method === 'GET' ? 'debug' : 'info'
  c.var.context.log[level](
    {
      request: c.var.requestId,
      method: c.req.method,
      path: withoutToken(c.req.path),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    },
    'request',
  )
})

function withoutToken(path: string): string {
  return path.replace(/^(\/reset-password\/).+/, '$1…')
}
