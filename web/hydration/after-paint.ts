// The page is painted before its code is fetched: on a slow line, text, fonts and the first image come alone
// (docs/decisions/0011).
import { Parser } from 'htmlparser2'
import type { EntryContext } from 'react-router'

/**
 * Rewrites what React Router's <Scripts> has put into a page: style sheets go to the front. The script that starts the app
 * and the links that preload its modules are left as they are, in a template: there a browser neither runs nor fetches
 * them. A script after it takes them out once the page is painted.
 *
 * @throws when the page does not have exactly one such script: React Router writes another one than this version did.
 */
export function afterPaint(html: string, { manifest }: EntryContext): string {
  const sheets: string[] = []
  const preloads: string[] = []
  const cuts: { from: number; to: number; text: string }[] = []
  let firstLink: number | undefined
  let openTag: { from: number; to: number } | undefined
  const starts: { cut: (typeof cuts)[number]; tag: string; script: string }[] = []
  const parser = new Parser({
    onopentag(name, { rel, type }) {
      const [from, to] = [parser.startIndex, parser.endIndex + 1]
      if (name === 'script' && type === 'module') openTag = { from, to }
      if (name !== 'link') return
      firstLink ??= from
      if (rel !== 'stylesheet' && rel !== 'modulepreload') return
      const links = rel === 'stylesheet' ? sheets : preloads
      links.push(html.slice(from, to))
      cuts.push({ from, to, text: '' })
    },
    onclosetag(name) {
      if (name !== 'script' || !openTag) return
      const { from, to: textFrom } = openTag
      const to = parser.endIndex + 1
      const cut = { from, to, text: '' }
      cuts.push(cut)
      starts.push({ cut, tag: html.slice(from, textFrom), script: html.slice(from, to) })
      openTag = undefined
    },
  })
  parser.end(html)
  const [start, ...more] = starts
  if (!start || more.length > 0)
    throw new Error(`The page has ${starts.length} module scripts where React Router wrote one.`)

  start.cut.text =
    `<template id="app-start">${preloads.join('')}${start.script}</template>` +
    `${start.tag}${startScript(manifest.entry.module)}</script>`
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
 * After the first paint all modules are requested at once, so that none waits for the one that imports it, and the app
 * starts when they are there. A page in the background is not painted and does not wait; where no paint is reported, the
 * wait ends after 3 seconds. If code does not arrive, the page stays as the server sent it and says so (document.tsx).
 *
 * The script in the template is moved, not made from its text: Trusted Types have nothing against it, and the policy allows
 * it by its hash.
 *
 * @param entry the module that the script in the template imports itself, after it has prepared what the router needs
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
