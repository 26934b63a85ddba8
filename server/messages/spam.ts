// Messages are held back for how they were sent, never for what they say: whoever writes about spam is no spammer.
import type { Transaction } from 'kysely'
import { mailboxes, type SpamReason, spamReasons } from '../../contract/messages.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { isWithin, limits } from '../http/rate-limit.ts'
import { digest } from '../ids.ts'
import { day, iso } from '../time.ts'

type Tx = Transaction<Tables>

export interface Arrival {
  email: string
  /** Of the message (`textKey`). */
  textKey: string | null
  /** Its sender has a reply (`hasReply`). */
  isKnown: boolean
  hasHiddenField: boolean
  /** What the browser reported: milliseconds since the page was opened, or anything else. */
  elapsed: unknown
  /** The request has what every browser sends. */
  isBrowser: boolean
  /** The /24 or /48 of the client; null where visitors may share it. */
  network: string | null
}

/** Milliseconds in which nobody fills in the form; pasting and autofill take longer, too. */
const minElapsed = 2_000
/** With this one: somebody who corrects a mistyped email address has sent a text from two. */
const sendersOfSameText = 3
/** The newest messages of a day that one is compared with: more of them are a flood, which has its own limit. */
const maxCompared = 1_000
/** What was sent like this is compared with nothing: a program that needs no browser could make anybody's words a repetition. */
const uncompared: SpamReason[] = ['hidden-field', 'no-browser', 'too-fast']

/**
 * Why a message is held back; null for nearly all. A page that is old, or that tells no time, holds nobody back.
 * @param tx of the message
 */
export async function reasonToHold(
  context: AppContext,
  tx: Tx,
  { email, textKey, isKnown, hasHiddenField, elapsed, isBrowser, network }: Arrival,
): Promise<SpamReason | null> {
  if (hasHiddenField) return 'hidden-field'
  if (!isBrowser) return 'no-browser'
  if (typeof elapsed === 'number' && elapsed >= 0 && elapsed < minElapsed) return 'too-fast'
  const flood = async (sender = '') =>
    network === null || (await isWithin({ ...context, db: tx }, limits.messagesOfNetwork, sender + network))
      ? null
      : 'flood'
  // Anybody can write in the name of a known client: counted apart, the client's own messages still arrive.
  if (isKnown) return flood(`${email} `)
  const marks = await tx
    .selectFrom('spam_marks')
    .select('key')
    .where('key', 'in', markKeys(email, textKey))
    .execute()
  if (marks.length > 0) return marks.some(({ key }) => key.startsWith('sender ')) ? 'sender' : 'text'
  if (await isFromMany(context, tx, email, textKey)) return 'same-text'
  return flood()
}

/**
 * Whoever has a reply is known: what strangers send from the same network, or in the same words, is not theirs, and one
 * message that was moved to Spam ends no conversation. Who is to be blocked has all replied messages there.
 */
export async function hasReply(tx: Tx, email: string): Promise<boolean> {
  const replied = tx
    .selectFrom('messages')
    .select('id')
    .where('email', '=', email)
    .where('mailbox', '<>', 'spam')
  return (await replied.where('replied_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined
}

async function isFromMany(
  context: AppContext,
  tx: Tx,
  email: string,
  textKey: string | null,
): Promise<boolean> {
  if (textKey === null) return false
  const recent = await tx
    .selectFrom('messages')
    .select(['email', 'text_key'])
    .where('mailbox', 'in', mailboxes)
    .where('created_at', '>', iso(context, -day))
    .where('text_key', 'is not', null)
    .where((row) => row.or([row('spam_reason', 'is', null), row('spam_reason', 'not in', uncompared)]))
    .orderBy('created_at', 'desc')
    .limit(maxCompared)
    .execute()
  const same = recent.filter(({ text_key }) => isSimilar(text_key ?? '', textKey))
  return new Set([email, ...same.map((row) => row.email)]).size >= sendersOfSameText
}

/** Remembers the senders and texts of messages that an admin moves to spam, or forgets them again. */
export async function mark(
  context: AppContext,
  tx: Tx,
  messages: readonly { email: string; text_key: string | null }[],
  isSpam: boolean,
): Promise<void> {
  const keys = [...new Set(messages.flatMap(({ email, text_key }) => markKeys(email, text_key)))].toSorted()
  if (isSpam)
    await tx
      .insertInto('spam_marks')
      .values(keys.map((key) => ({ key, created_at: iso(context) })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  else await tx.deleteFrom('spam_marks').where('key', 'in', keys).execute()
}

function markKeys(email: string, textKey: string | null): string[] {
  return [`sender ${hash(email)}`, ...(textKey === null ? [] : [`text ${textKey}`])]
}

/** Null for what this version does not know. */
export function reasonOf(stored: string | null): SpamReason | null {
  return stored !== null && Object.hasOwn(spamReasons, stored) ? (stored as SpamReason) : null
}

/** Of equal texts: fewer are equal by chance, or a question that people ask in the same words. */
const minLetters = 40
/** Of texts that are nearly the same: fewer are one short question, which several people ask in similar words. */
const minSimilarLetters = 90
const shingleLength = 5
const bits = 64
/** Of `bits`: texts that differ in a name or a greeting differ in fewer, texts on one subject in far more. */
const maxDistance = 14

/**
 * A key that equal texts have in common, whatever their spaces, marks, digits, letter case and links; of longer texts a
 * simhash, so that similar texts have similar keys. Null where the text is too short.
 */
export function textKey(message: string): string | null {
  const letters = fold(message)
    .split(/\s/)
    .filter((word) => !word.includes('://') && !word.startsWith('www.') && !word.includes('@'))
    .join('')
    .replace(/\P{L}/gu, '')
  if (letters.length < minLetters) return null
  if (letters.length < minSimilarLetters) return `equal ${hash(letters)}`
  const sums = new Array<number>(bits).fill(0)
  for (let at = 0; at + shingleLength <= letters.length; at++) {
    const shingle = letters.slice(at, at + shingleLength)
    const halves = [quickHash(shingle, 0x811c9dc5), quickHash(shingle, 0x9747b28c)]
    for (let bit = 0; bit < bits; bit++)
      sums[bit] = (sums[bit] ?? 0) + ((((halves[bit >> 5] ?? 0) >>> (bit & 31)) & 1) * 2 - 1)
  }
  return sums.map((sum) => (sum > 0 ? 1 : 0)).join('')
}

function isSimilar(one: string, other: string): boolean {
  if (one.length !== bits || other.length !== bits) return one === other
  let distance = 0
  for (let bit = 0; bit < bits && distance <= maxDistance; bit++)
    if (one.charAt(bit) !== other.charAt(bit)) distance++
  return distance <= maxDistance
}

/** FNV-1a, its bits mixed. */
function quickHash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

const hash = (text: string) => digest(text).slice(0, 22)
