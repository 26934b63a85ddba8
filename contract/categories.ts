// The categories of a project: read from what a form sends, and compared regardless of spelling.
import { categoryLength } from './limits.ts'
import { cleanLine, normalized, straightQuotes } from './text.ts'

export const categoryTooLong = `A category has at most ${categoryLength} characters.`

/** Categories as they arrive: a list, a JSON list or text separated by commas; trimmed, without duplicates. */
export function categoryList(input: unknown): string[] {
  const words = typeof input === 'string' ? fromText(input) : Array.isArray(input) ? input : []
  const byKey = new Map<string, string>()
  for (const word of words) {
    const name = typeof word === 'string' ? cleanLine(word) : ''
    if (name && !byKey.has(categoryKey(name))) byKey.set(categoryKey(name), name)
  }
  return [...byKey.values()]
}

/** Two spellings of one category share a key: letter case and the form of quotes do not count. */
export function categoryKey(name: string): string {
  return normalized(straightQuotes(name)).toLowerCase()
}

function fromText(text: string): unknown[] {
  if (text.trimStart().startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list
    } catch {
      // Not JSON after all: a category may begin with a bracket.
    }
  }
  return text.split(',')
}
