// How many guesses a password resists. Loaded only when needed: its list of leaked passwords is 200 kB compressed.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { normalized } from '../../contract/text.ts'

/** What zxcvbn assigns to eight characters without any pattern, the shortest password that the rules take. */
const guessableBelow = 10 ** 8

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'] ?? [] },
  graphs: adjacencyGraphs,
  // Characters. The work grows faster than the length: these two keep any password under 20 ms.
  maxLength: 64,
  l33tMaxSubstitutions: 20,
})

/** What attackers know about an account. */
export interface KnownWords {
  name: string
  email: string
  brand: string
}

/**
 * True for a password among the first that attackers try: a leaked one, a keyboard walk, a date, a word with a few
 * digits, a word known about the account, or any of them with letters written as digits. Only the first 64 characters
 * count.
 */
export function isGuessable(password: string, known: KnownWords): boolean {
  return estimator.check(normalized(password), wordsIn(known)).guesses < guessableBelow
}

function wordsIn({ name, email, brand }: KnownWords): string[] {
  const texts = [name, brand, ...email.split('@', 2)].map((text) => text.slice(0, 64))
  const pieces = texts.flatMap((text) => [text.replace(/\s+/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(pieces.filter((piece) => piece.length >= 3))]
}
