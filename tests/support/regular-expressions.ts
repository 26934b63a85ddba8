// Every regular expression of the product, read from the syntax trees, and strings that make a bad one slow.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')

export interface Found {
  file: string
  /** Null where the source is put together at run time. */
  pattern: RegExp | null
}

/** Those of server/, contract/, content/ and web/, in any position: literals, and calls of RegExp. */
export function regularExpressions(): Found[] {
  return ['server', 'contract', 'content', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
      .flatMap((entry) => {
        const path = join(entry.parentPath, entry.name)
        return expressionsIn(path, readFileSync(path, 'utf8'))
      }),
  )
}

export function expressionsIn(path: string, source: string): Found[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const file = relative(root, path)
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      found.push({ file, pattern: new RegExp(pattern, flags) })
    } else if ('callee' in node && (node.callee as { name?: string }).name === 'RegExp')
      found.push({ file, pattern: null })
    for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  return found
}

const longestPump = 12
const samples = 5

/**
 * Pieces of strings that could make this expression slow: every short piece of texts that match it and of its own source,
 * to be repeated. What follows the pieces seldom matches, so that the match fails at the end.
 */
export function pumpsFor(pattern: RegExp): string[] {
  const texts = [pattern.source.replace(/[\\()[\]{}|?*+^$]/g, ''), ...matching(pattern)]
  const pumps = new Set([...' \t\r\n\0aA0-_."\'<>@=/\\:,;%é日'].map(String))
  for (const text of texts)
    for (let from = 0; from < Math.min(text.length, 40); from++)
      for (let length = 1; length <= longestPump && from + length <= text.length; length++)
        pumps.add(text.slice(from, from + length))
  return [...pumps]
}

/** Texts that match, always the same ones; none where the generator does not know the syntax. */
function matching(pattern: RegExp): string[] {
  try {
    return fc.sample(fc.stringMatching(pattern), { numRuns: samples, seed: 7 })
  } catch {
    return []
  }
}

/** Microseconds of processor time of this thread to apply it as the product does: all matches, or the first. */
export function costOf(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  if (pattern.global) text.replace(pattern, '')
  else pattern.exec(text)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
