// App setup: every middleware and every mount, in the order in which they handle a request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { legalPageAt } from '../contract/pages.ts'
import { Problem } from '../contract/problem.ts'
import { accounts } from './accounts/routes.ts'
import { audit } from './audit/routes.ts'
import { backups } from './backup/routes.ts'
import { brandFiles } from './brand/routes.ts'
import { projectImage } from './brand/share-images.ts'
import type { AppContext } from './context.ts'
import { counts } from './counts/routes.ts'
import { isCountingOn } from './counts/stored-counts.ts'
import { dashboard } from './dashboard/routes.ts'
import { asOneRequest } from './db/connect.ts'
import { discardBody } from './http/accept.ts'
import { clientOf } from './http/client.ts'
import type { Env } from './http/env.ts'
import { errorResponse } from './http/errors.ts'
import { Limiter } from './http/limiter.ts'
import { logged, sameOriginOnly, securityHeaders, withSecurityHeaders } from './http/middleware.ts'
import { pageOrCall, wantsPage } from './http/negotiation.ts'
import { forever, staticFiles } from './http/send-bytes.ts'
import { newId } from './ids.ts'
import { uploads } from './images/routes.ts'
import { messages } from './messages/routes.ts'
import { apiDescription } from './openapi/routes.ts'
import { createPages } from './pages/pages.ts'
import { PublicCache } from './pages/public-cache.ts'
import {
  canonicalOnly,
  canonicalPath,
  isCommonPage,
  pageInput,
  pagePaths,
  publicInput,
  routeOfPage,
  targetOf,
} from './pages/request-input.ts'
import { siteFiles } from './pages/site-files.ts'
import { clientLinkPage, clientLinks } from './projects/client-link-routes.ts'
import { demo } from './projects/demo.ts'
import { portfolio } from './projects/routes.ts'
import { health } from './readiness.ts'
import { root } from './root.ts'
import { settings } from './settings/routes.ts'
import { site } from './site/routes.ts'
import { webhooks } from './webhooks/routes.ts'

/** Many at a time: while most of them wait for the database, others compute. */
const renderLimits = {
  running: 32,
  waiting: 200,
  perClient: 50,
  maxWait: 5_000,
  message: 'The site is busy. Please try again in a moment.',
  retryAfter: 2,
}

export type App = ReturnType<typeof createApp>

/** @param loadBuild the built pages; without it there is only the API (tests of the API need no build). */
export function createApp(
  context: AppContext,
  loadBuild?: Parameters<typeof createPages>[0],
  built: 'built' | 'development' = 'built',
) {
  const { config, metrics } = context
  const headers = securityHeaders(config)
  // In development Vite adds inline styles and scripts to the page.
  if (built === 'development') delete headers['Content-Security-Policy']
  const cache = new PublicCache(headers, metrics, built === 'built')
  context.changes.on('portfolio', () => cache.clear())

  const api = new Hono<Env>()
  api.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  for (const noun of [
    accounts,
    dashboard,
    portfolio,
    clientLinks,
    messages,
    counts,
    webhooks,
    settings,
    site,
    backups,
    audit,
    apiDescription(api.routes),
  ])
    api.route('/', noun)
  const pages = pagePaths(api.routes)

  const app = new Hono<Env>()
  app.onError(errorResponse)
  app.use(async (c, next) => {
    c.set('context', context)
    c.set('requestId', newId())
    await asOneRequest(next)
  })
  app.use(discardBody)
  app.use(logged)
  if (metrics) app.use(metrics.counting)
  app.use(withSecurityHeaders(headers))
  app.use(sameOriginOnly)
  if (loadBuild) app.use(canonicalOnly(pages.isPage))
  if (built === 'built' && loadBuild)
    app.use('/assets/*', staticFiles(join(root, 'build/client/assets'), '/assets', forever))
  // Icons and share images have paths below /pictures, too, but are drawn from the brand.
  const pictures = staticFiles(join(root, 'content/pictures'), '/pictures', 'public, max-age=86400')
  app.use('/pictures/*', pictures)
  app.route('/', brandFiles())
  app.route('/', health)
  // Without a token the path is as unknown as any other.
  if (metrics) app.route('/', metrics.route)
  app.get('/sitemap.xml', cache.middleware(publicInput))
  app.route('/', siteFiles)
  app.route('/uploads', uploads)
  app.route('/demo', demo)

  const renderNow = createPages(loadBuild ?? noPages, {
    origin: config.publicUrl,
    site: () => context.site.current(),
    // Whatever the page itself needs says that the database is away; the switch is read again before a visit is stored.
    isCounting: () => isCountingOn(context).catch(() => true),
    shareImage: async (project) => projectImage((await context.site.current()).book, project).path,
    production: built === 'built',
    requestApi: (path, init) => app.request(path, init),
  })
  const renders = new Limiter(renderLimits)
  const render = (c: Context<Env>, url: string, clientLink?: Parameters<typeof renderNow>[1]) => {
    const { network, isShared } = clientOf(c)
    const client = isShared ? null : network
    // The few pages with a fixed URL come first: however many others are requested, they are shown.
    const priority = isCommonPage(url) ? 'high' : 'normal'
    return renders.run(() => renderNow(url, clientLink), { client, priority })
  }
  if (loadBuild) app.route('/', clientLinkPage(render))
  for (const pattern of pages.alsoCalls)
    app.get(pattern, async (c, next) => {
      const { path, query } = targetOf(c)
      if (loadBuild && wantsPage(c)) c.res = await render(c, path + query)
      else await next()
      c.res.headers.set('Vary', pageOrCall)
      // The token in a link of an email must not be sent as Referer.
      if (/^\/(reset|verify)/.test(c.req.path)) c.res.headers.set('Referrer-Policy', 'no-referrer')
      c.res.headers.set('Cache-Control', 'no-store')
    })

  app.use('/getportfolio/public', cache.middleware(publicInput))
  app.use('/public-categories', cache.middleware(publicInput))
  app.route('/', api)

  if (loadBuild)
    app.get('*', async (c, next) => {
      const { path, query } = targetOf(c)
      c.set('route', routeOfPage(path))
      // In its canonical spelling: the router prints a warning about a path that is not percent-encoded UTF-8.
      if (path.endsWith('.data')) return render(c, canonicalPath(path) + query)
      const isAbsent = legalPageAt(path) !== undefined && (await context.site.current()).lacks(path)
      const known = pages.isPage(path) && !isAbsent
      // An unknown path is a page to a navigation only.
      if (!known && !wantsPage(c)) return next()
      const input = pageInput(path, query, isAbsent)
      // In development there are pages that no build has (web/routes.ts).
      if (!input || (built === 'development' && !known)) return render(c, path + query)
      const response = await cache.respond(c, input, async () => {
        const page = await render(c, input.url)
        if (!known) page.headers.set('Vary', pageOrCall)
        return page
      })
      const { incoming } = c.env ?? {}
      if (incoming && (response.status === 200 || response.status === 304))
        context.visits.navigated(incoming, context.now)
      return response
    })
  app.notFound((c) => {
    const response = errorResponse(new Problem('unknown', 'There is nothing at this URL.'), c)
    response.headers.set('Vary', pageOrCall)
    return response
  })

  const fetchListener = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: 'localhost' })
  return {
    fetch: app.fetch,
    /** The calls of the API, one entry for each handler. */
    routes: api.routes,
    /** For an HTTP server of Node: the cached response of this very URL, else that of `fetch`. */
    listener: (request: IncomingMessage, response: ServerResponse) => {
      if (cache.serve(request, response)) context.visits.navigated(request, context.now)
      else fetchListener(request, response)
    },
  }
}

function noPages(): never {
  throw new Error('this app was made without pages')
}
