// A language of which every word can be told from what was never looked up: each stands in guillemets.
import type { SiteContent } from '../../contract/site.ts'
import { allWords, deliveredWords } from '../../contract/words/words.ts'

export const markedLanguage: SiteContent['language'] = {
  chosen: 'en',
  words: Object.fromEntries(allWords.map((word) => [word, `«${word}»`])),
}

/** All texts in a value, such as the owner's content; without the delivered ones that are looked up. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return deliveredWords.some((word) => word === value) ? [] : [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

/**
 * @param shown texts in their order: a word may begin in one and end in another, with the owner's in between
 * @param own texts of the owner, of which a page may show a part
 * @returns what is neither marked nor the owner's
 */
export function unmarked(shown: readonly string[], own: readonly string[]): string[] {
  const corpus = own.join('\n')
  let rest = shown.join('\n')
  for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(/«[^«»]*»/g, ' ')]
  const left = rest.split(/[\n|,]/).map((text) => text.trim())
  return [...new Set(left)].filter((text) => /\p{L}/u.test(text) && !corpus.includes(text))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (html: string) =>
  html.replace(/&(\w+|#x27);/g, (whole, name: string) => entities[name] ?? whole)

/** Text, and the attributes that are read or shown, of a page as the server sent it. */
export function textsIn(html: string): string[] {
  // A date has its own test.
  const page = html.replace(/<(script|style|template|time)\b.*?<\/\1>|<!--.*?-->/gs, '')
  const patterns = [
    />([^<>]+)</g,
    /\s(?:aria-label|aria-roledescription|alt|title|placeholder)="([^"]*)"/g,
    /<meta (?:name|property)="(?:description|og:title|og:description|[\w:]*alt)" content="([^"]*)"/g,
  ]
  return patterns.flatMap((pattern) => [...page.matchAll(pattern)].map(([, text = '']) => decoded(text)))
}
