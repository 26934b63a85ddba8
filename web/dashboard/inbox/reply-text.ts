// What of a reply is saved for others: its text without the name of the visitor.
import { firstName } from '../../../contract/messages.ts'

/** A text that was written to one person, for all: the name anywhere, the first name in the first line. */
export function textFrom(text: string, name: string): string {
  const person = name.trim()
  const [greeting = '', ...rest] = text.replace(wordsOf(person, 'gu'), '{name}').split('\n')
  return [greeting.replace(wordsOf(firstName(person), 'u'), '{name}'), ...rest].join('\n').trim()
}

/** A name, but not within another word; nothing for a name without letters. */
function wordsOf(name: string, flags: string): RegExp {
  if (!/\p{L}/u.test(name)) return /(?!)/
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags)
}
