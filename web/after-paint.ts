// The page is painted before its code is fetched: on a slow line, text, fonts and the first image come alone
// (docs/decisions/0010).
import { Parser } from 'htmlparser2'
import type { EntryContext } from 'react-router'

/**
 * Rewrites what React Router's <Scripts> has put into a page: style sheets go to the front, modules are no longer
 * preloaded, and the script that starts the app is replaced by one that waits for the first paint.
 *
 * @throws when the page does not have exactly one such script: React Router writes another one than this version did.
 */
export function afterPaint(html: string, context: EntryContext): string {
  const sheets: string[] = []
  const cuts: { from: number; to: number; text: string }[] = []
  let firstLink: number | undefined
  let scripts = 0
  let scriptFrom: number | undefined
  const parser = new Parser({
    onopentag(name, { rel, type }) {
      const [from, to] = [parser.startIndex, parser.endIndex + 1]
      if (name === 'link') {
        firstLink ??= from
        if (rel === 'stylesheet') sheets.push(html.slice(from, to))
        if (rel === 'stylesheet' || rel === 'modulepreload') cuts.push({ from, to, text: '' })
      }
      if (name === 'script' && type === 'module') scriptFrom = to
    },
    onclosetag(name) {
      if (name !== 'script' || scriptFrom === undefined) return
      cuts.push({ from: scriptFrom, to: parser.startIndex, text: startScript(context) })
      scriptFrom = undefined
      scripts++
    },
  })
  parser.end(html)
  if (scripts !== 1) throw new Error(`The page has ${scripts} module scripts where React Router wrote one.`)

  if (firstLink !== undefined) cuts.unshift({ from: firstLink, to: firstLink, text: sheets.join('') })
  let rewritten = ''
  let done = 0
  for (const { from, to, text } of cuts) {
    rewritten += html.slice(done, from) + text
    done = to
  }
  return rewritten + html.slice(done)
}

/**
 * What <Scripts> does, after the first paint: all modules are requested at once, so that none waits for the one that
 * imports it, and the app starts when they are there. A page in the background is not painted and does not wait; where
 * no paint is reported, the wait ends after 3 seconds. If code does not arrive, the page stays as the server sent it and
 * says so (document.tsx).
 */
function startScript({ manifest, staticHandlerContext }: EntryContext): string {
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const chunks = routes.map((route) => ({
    id: route.id,
    urls: [
      route.clientActionModule,
      route.clientLoaderModule,
      route.clientMiddlewareModule,
      route.hydrateFallbackModule,
      route.module,
    ].filter((url) => url !== undefined),
  }))
  const preloads = new Set([
    manifest.url,
    manifest.entry.module,
    ...manifest.entry.imports,
    ...chunks.flatMap(({ urls }) => urls),
    ...routes.flatMap(({ imports }) => imports ?? []),
  ])
  return `try {
  await new Promise((go) => {
    if (document.hidden) return go()
    const seen = (list) => list.getEntriesByName('first-contentful-paint').length > 0 && go()
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
    setTimeout(go, 3000)
  })
  for (const href of ${JSON.stringify([...preloads])})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }))
  await import(${JSON.stringify(manifest.url)})
  const merged = async (urls) => Object.assign({}, ...(await Promise.all(urls.map((url) => import(url)))))
  const chunks = ${JSON.stringify(chunks.map(({ id, urls }) => [id, urls]))}
  window.__reactRouterRouteModules = Object.fromEntries(
    await Promise.all(chunks.map(async ([id, urls]) => [id, await merged(urls)])),
  )
  await import(${JSON.stringify(manifest.entry.module)})
} catch (error) {
  document.getElementById('code-missing').hidden = false
  throw error
}`
}
