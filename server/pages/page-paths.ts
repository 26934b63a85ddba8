// What the table of pages (contract/pages.ts) says about a path.
import { fixedPages, privatePages, projectPages } from '../../contract/pages.ts'

const fixed: ReadonlySet<string> = new Set(Object.values(fixedPages))
const privatePatterns = Object.values(privatePages)
const patterns = [...fixed, ...Object.values(projectPages), ...privatePatterns]

const isPrivate = matcher(privatePatterns)

/** Pages without parameters; the browser's router matches them in any letter case. */
const plain = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)))

/** First segments of the others, and of the plain ones with one segment. */
const firstSegments = new Set(
  patterns
    .map((pattern) => pattern.split('/'))
    .filter((segments) => segments.length === 2 || !plain.has(segments.join('/')))
    .map(([, first = '']) => first),
)

/** First segments of the pages with pages below them: there every segment is matched in any letter case. */
const sections = new Set(patterns.flatMap((pattern) => /^\/([^/]+)\/\*$/.exec(pattern)?.[1] ?? []))

/** Whether the page is the same for every visitor: one response is cached for it. */
export function isFixedPage(path: string): boolean {
  return fixed.has(path)
}

/** Whether the page is rendered for each request. */
export function isPrivatePage(path: string): boolean {
  return isPrivate(path)
}

/** The segments with the names of pages in lower case; ids and tokens keep theirs. */
export function spellPage([first = '', ...rest]: string[]): string[] {
  const lower = [first, ...rest].map((segment) => segment.toLowerCase())
  if (plain.has(`/${lower.join('/')}`)) return lower
  const name = first.toLowerCase()
  if (sections.has(name)) return [name, ...rest.map((segment) => segment.toLowerCase())]
  return [firstSegments.has(name) ? name : first, ...rest]
}

/** @returns the pattern of a page for the metrics: one of a few names, whatever was requested. */
export function routeOfPage(path: string): string {
  if (path.endsWith('.data')) return 'page data'
  const segments = path.split('/')
  return patterns.find((pattern) => matches(pattern.split('/'), segments)) ?? 'unknown'
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
    isPage: matcher(patterns.filter((pattern) => !calls.has(pattern))),
  }
}

function matcher(all: readonly string[]): (path: string) => boolean {
  const split = all.map((pattern) => pattern.split('/'))
  return (path) => {
    const segments = path.split('/')
    return split.some((pattern) => matches(pattern, segments))
  }
}

/** `:name` stands for one segment, `*` at the end for at least one. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*'
  if (isOpen ? segments.length < pattern.length : segments.length !== pattern.length) return false
  return pattern.every((part, at) => {
    const segment = segments[at] ?? ''
    return part === segment || (segment !== '' && (part === '*' || part.startsWith(':')))
  })
}
