// What the table of pages (contract/pages.ts) says about a path.
import { fixedPages, privatePages, projectPages } from '../../contract/pages.ts'

const fixed: ReadonlySet<string> = new Set(Object.values(fixedPages))
const privatePatterns: ReadonlySet<string> = new Set(Object.values(privatePages))
const patterns = [...fixed, ...Object.values(projectPages), ...privatePatterns]

/** As the browser's router matches: `:name` is one segment, `*` at least one, and letter case does not matter. */
const expressions = patterns.map((pattern) => ({
  pattern,
  expression: new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)').replace('*', '(.+)')}$`, 'i'),
}))

/** The first pattern that fits a path: those with a `*` come after the others. */
function patternOf(path: string): string | undefined {
  return expressions.find(({ expression }) => expression.test(path))?.pattern
}

/** Whether the page is the same for every visitor: one response is cached for it. */
export function isFixedPage(path: string): boolean {
  return fixed.has(path)
}

/** Whether the page is rendered for each request. */
export function isPrivatePage(path: string): boolean {
  return privatePatterns.has(patternOf(path) ?? '')
}

/** The path with the names of pages in lower case; ids and tokens keep theirs. */
export function spellPage(path: string): string {
  for (const { pattern, expression } of expressions) {
    const [matched, ...values] = expression.exec(path) ?? []
    if (matched === undefined) continue
    return pattern.replace(/:\w+|\*/g, (part) => {
      const value = values.shift() ?? ''
      return part === '*' ? value.toLowerCase() : value
    })
  }
  return path
}

/** @returns the pattern of a page for the metrics: one of a few names, whatever was requested. */
export function routeOfPage(path: string): string {
  return path.endsWith('.data') ? 'page data' : (patternOf(path) ?? 'unknown')
}

export interface PagePaths {
  /** Patterns of the pages that are also calls: what is accepted decides between them. */
  readonly alsoCalls: readonly string[]
  /** Whether the path is a page whatever is accepted. */
  readonly isPage: (path: string) => boolean
}

/** @param routes the calls that the server handles */
export function pagePaths(routes: readonly { method: string; path: string }[]): PagePaths {
  const calls = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return {
    alsoCalls: patterns.filter((pattern) => calls.has(pattern)),
    isPage: (path) => {
      const pattern = patternOf(path)
      return pattern !== undefined && !calls.has(pattern)
    },
  }
}
