// The page is painted before its code is fetched: on a slow line, words, fonts and the first image come alone.

const preload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g
const sheet = /<link rel="stylesheet"[^>]*\/>/g
const module = /(<script[^>]* type="module"[^>]*>)([\s\S]*?)(?=<\/script>)/
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm

/** Goes on when the page is seen. One in the background need not wait, and where no paint is reported nobody waits long. */
const painted = `await new Promise((go) => {
  if (document.hidden) return go()
  const seen = (list) => list.getEntriesByName('first-contentful-paint').length > 0 && go()
  new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
  setTimeout(go, 3000)
})`

/**
 * Moves style sheets to the front of the page, and asks for the modules that React Router lists in the head only after
 * the first paint; all at once, so that no module waits for the one that imports it.
 */
export function afterPaint(html: string): string {
  const sheets = html.match(sheet)?.join('') ?? ''
  const urls = [...html.matchAll(preload)].map(([, url]) => url)
  return html
    .replace(sheet, '')
    .replace('<link ', () => `${sheets}<link `)
    .replace(preload, '')
    .replace(
      module,
      (_, tag: string, code: string) => `${tag}${painted}\n${fetchAll(urls)}\n${told(lazily(code))}`,
    )
}

function fetchAll(urls: (string | undefined)[]): string {
  return `for (const href of ${JSON.stringify(urls)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }))`
}

/** Imports that are fetched when their line is reached, also the last one, which React Router does not wait for. */
function lazily(code: string): string {
  return code
    .replace(staticImport, (_, name?: string, url?: string) =>
      name ? `const ${name} = await import(${url});` : `await import(${url});`,
    )
    .replace(/^import\(/gm, 'await import(')
}

/** Where code does not come, the page stays as the server sent it, and says so (document.tsx). */
function told(code: string): string {
  return `try {\n${code}\n} catch (error) {
  document.getElementById('code-missing').hidden = false
  throw error
}`
}
