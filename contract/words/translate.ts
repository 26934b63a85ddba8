// How a text is looked up in the words of the site's language, in the browser as on the server.
import type { Word } from './words.ts'

/** The text of each English word, where it is another one. */
export type Words = Readonly<Partial<Record<string, string>>>
export type Values = Readonly<Record<string, string | number>>
export type Translate = (word: Word, values?: Values) => string

export const translator =
  (words: Words): Translate =>
  (word, values = {}) =>
    filled(words[word] ?? word, values)

/** English, as the dashboard is. */
export const english = translator({})

const filled = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : whole),
  )

/** Those with values that schemas and the server say. */
const messages = [
  ...(['{field} is required.', '{field} must be at most {max} characters.'] as const),
  ...(['The code has {count} digits.', '{count} tries left.', 'Please try again in {time}.'] as const),
  ...(['The image may have at most {max} MB.', 'An image may have at most {max} megapixels.'] as const),
  ...(['{count} seconds', '{count} minutes', 'HTTP error! status: {status}'] as const),
] satisfies readonly Word[]

/**
 * Translates a message that a schema or the server has written in English, as a whole or sentence by sentence; what is in
 * no catalogue stays as it is.
 */
export function translated(words: Words, message: string): string {
  if (Object.hasOwn(words, message)) return words[message] ?? message
  for (const known of messages) {
    const found = patternOf(known).exec(message)?.groups
    if (!found) continue
    const values = Object.entries(found).map(([name, value]) => [name, translated(words, value)])
    return filled(words[known] ?? known, Object.fromEntries(values))
  }
  const sentences = message.split(/(?<=[.!?]) (?=[\p{Lu}\d])/u)
  return sentences.length > 1 ? sentences.map((one) => translated(words, one)).join(' ') : message
}

function patternOf(word: Word): RegExp {
  const literal = word.replace(/[.?!]/g, '\\$&')
  // A field of the owner may be a question: "When shall we begin?"
  const whole = literal.replace('{field}', '(?<field>.+)')
  return new RegExp(`^${whole.replace(/\{(\w+)\}/g, '(?<$1>[^.!?]+)')}$`)
}
