// The page is painted before its code is fetched: on a slow line, text, fonts and the first image come alone
// (docs/decisions/0011).

// No text, attribute or data of a page has a `<` or `>` that is not escaped, so what these find are elements.
const styleSheets = /<link rel="stylesheet"[^>]*>/g
const modulePreloads = /<link rel="modulepreload"[^>]*>/g
const moduleScripts = /(<script[^>]* type="module"[^>]*>).*?<\/script>/gs

/**
 * Rewrites what React Router's <Scripts> has put into a page: style sheets go to the front. The script that starts the app
 * and the links that preload its modules are left as they are, in a template: there a browser neither runs nor fetches
 * them. A script after it takes them out once the page is painted.
 *
 * @param entry path of the module that the script in the template imports itself, after it has prepared what the router needs
 * @throws when the page does not have exactly one such script: React Router writes another one than this version did.
 */
export function afterPaint(html: string, entry: string): string {
  const sheets = html.match(styleSheets) ?? []
  const preloads = html.match(modulePreloads) ?? []
  const starts = html.match(moduleScripts) ?? []
  if (starts.length !== 1)
    throw new Error(`The page has ${starts.length} module scripts where React Router wrote one.`)

  return html
    .replace(modulePreloads, '')
    .replace(styleSheets, '')
    .replace('<link', () => `${sheets.join('')}<link`)
    .replace(
      moduleScripts,
      (start, tag) =>
        `<template id="app-start">${preloads.join('')}${start}</template>${tag}${startScript(entry)}</script>`,
    )
}

/**
 * After the first paint all modules are requested at once, so that none waits for the one that imports it, and the app
 * starts when they are there. A page in the background is not painted and does not wait; where no paint is reported, the
 * wait ends after 3 seconds. If code does not arrive, the page stays as the server sent it and says so (document.tsx).
 *
 * The script in the template is moved, not made from its text: Trusted Types have nothing against it, and the policy allows
 * it by its hash.
 */
const startScript = (entry: string): string => `try {
  await new Promise((go) => {
    if (document.hidden) return go()
    const seen = (list) => list.getEntriesByName('first-contentful-paint').length > 0 && go()
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
    setTimeout(go, 3000)
  })
  const { content } = document.getElementById('app-start')
  const links = [...content.querySelectorAll('link')]
  for (const link of links) link.fetchPriority = 'low'
  document.head.append(...links)
  const preloaded = (link) => new Promise((resolve, reject) => {
    // A browser that knows no such links says nothing.
    if (!link.relList.supports('modulepreload')) return resolve()
    link.onload = resolve
    link.onerror = () => reject(new Error('Failed to load ' + link.href))
  })
  const isEntry = ({ href }) => href.endsWith(${JSON.stringify(entry)})
  await Promise.all(links.map((link) => isEntry(link) ? preloaded(link) : import(link.href)))
  document.body.append(content)
} catch (error) {
  document.getElementById('code-missing').hidden = false
  throw error
}`
