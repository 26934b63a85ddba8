// What the text of one message says about spam: pure, and linear in its length, which contract/limits.ts bounds.
import { fold } from '../../contract/text.ts'
import { offerPhrases, spamPhrases } from './spam-phrases.ts'
import type { Evidence } from './spam-weights.ts'

export interface MessageText {
  name: string
  email: string
  subject: string | null
  message: string
}

/** Links that are looked at; a message of 5,000 characters may have hundreds. */
const maxLinks = 100
const maxPhrasePoints = 8

export function textEvidence(text: MessageText): Evidence {
  const folded = fold(`${text.subject ?? ''}\n${text.message}`)
  const links = linksIn(text).length
  const points =
    3 * spamPhrases.filter((phrase) => folded.includes(phrase)).length +
    offerPhrases.filter((phrase) => folded.includes(phrase)).length
  return {
    ...(links > 0 && { links }),
    ...(hasMarkup(folded) && { markup: 1 }),
    ...(points > 0 && { phrases: Math.min(points, maxPhrasePoints) }),
    ...randomness(text),
  }
}

/** Each link once: host and path in lower case, without scheme, www, query and fragment. */
export function linksIn({ name, subject, message }: MessageText): string[] {
  const found = new Set<string>()
  for (const word of `${name} ${subject ?? ''} ${message}`.toLowerCase().split(/[\s"'<>()[\]{}|]/)) {
    const start = word.search(/https?:\/\/|www\./)
    if (start < 0) continue
    const [bare = ''] = word
      .slice(start)
      .replace(/^https?:\/\//, '')
      .split(/[?#]/)
    const link = bare.replace(/^www\./, '')
    if (link.includes('.')) found.add(withoutEnd(link).slice(0, 200))
    if (found.size === maxLinks) break
  }
  return [...found]
}

function withoutEnd(link: string): string {
  let end = link.length
  while (end > 0 && '.,;:!/'.includes(link.charAt(end - 1))) end--
  return link.slice(0, end)
}

/** A link as forums and HTML write it; a tag that somebody asks about leads nowhere. */
function hasMarkup(folded: string): boolean {
  return /\[(?:url|link)=|href=["']?https?:/.test(folded)
}

/** Fields whose words are all random letters; the message counts twice. */
function randomness({ name, subject, message }: MessageText): Evidence {
  const random = [name, subject ?? '', message, message].filter(isRandom).length
  return random > 0 ? { random } : {}
}

function isRandom(text: string): boolean {
  const words = text.split(/\s/).filter(Boolean).slice(0, 50)
  return words.length > 0 && words.length <= 8 && words.every(isRandomWord)
}

/** Letters a to z alone, eight at least, with capitals all over, or as nobody could say it. */
function isRandomWord(word: string): boolean {
  if (!/^[A-Za-z0-9]{8,}$/.test(word)) return false
  let capitals = 0
  let consonants = 0
  let longest = 0
  let vowels = 0
  for (let at = 0; at < word.length; at++) {
    const letter = word.charAt(at)
    if (at > 0 && /[A-Z]/.test(letter) && /[a-z0-9]/.test(word.charAt(at - 1))) capitals++
    const isVowel = /[aeiouyAEIOUY]/.test(letter)
    if (isVowel) vowels++
    consonants = isVowel ? 0 : consonants + 1
    longest = Math.max(longest, consonants)
  }
  const mixed = capitals >= 2 && /[a-z]/.test(word)
  return mixed || longest >= 6 || vowels / word.length < 0.12
}
