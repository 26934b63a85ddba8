// Messages from visitors: stored once, and reported to the owner, or held back for how they were sent. Never for what they
// say: whoever writes about spam is no spammer.
import * as z from 'zod/mini'
import { messageLength } from '../../contract/limits.ts'
import { extraValue, mailboxes, type message, type SpamReason, spamReasons } from '../../contract/messages.ts'
import { fieldError } from '../../contract/problem.ts'
import { fold, parsedJson } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { count, isWithin, limits } from '../http/rate-limit.ts'
import { digest, newId } from '../ids.ts'
import { emailOwner } from '../mail/outbox.ts'
import { readVersion } from '../site/versions.ts'
import { day, iso } from '../time.ts'
import { queueDeliveries } from '../webhooks/deliveries.ts'

type Sent = z.output<typeof message>

/** What of the request says whether it is spam. */
interface Origin {
  /** It has what every browser sends. */
  isBrowser: boolean
  /** The /24 or /48 of the client; null where visitors may share it. */
  network: string | null
}

/** Milliseconds within which an equal message counts as a duplicate. */
const duplicateWindow = 10 * 60_000

/**
 * Stores a message and queues its notification, both or neither; one that is held back as spam is not reported. The
 * visitor gets no email. A duplicate is dropped silently.
 * @throws Problem 'invalid' for what a field of the owner does not take; 'too-many' over the limit of all visitors together.
 */
export async function receive(context: AppContext, sent: Sent, origin: Origin): Promise<void> {
  const { name, email, message } = sent
  const extra = await extraOf(context, sent)
  const subject = sent.subject || null
  const fingerprint = digest(JSON.stringify([name, email, subject, message, ...extra]))
  await context.inTransaction(async (tx) => {
    // Of two equal messages at the same moment the second waits at this row until the first is committed.
    await tx
      .insertInto('attempts')
      .values({ key: `message:${fingerprint}`, count: 1, resets_at: iso(context, duplicateWindow) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ resets_at: iso(context, duplicateWindow) }),
      )
      .execute()
    const duplicate = await tx
      .selectFrom('messages')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('created_at', '>', iso(context, -duplicateWindow))
      .executeTakeFirst()
    if (duplicate) return
    const id = newId()
    const text_key = textKey(message)
    const isKnown = await hasReply(tx, email)
    const spam_reason = await reasonToHold(context, tx, sent, { ...origin, textKey: text_key, isKnown })
    const isSpam = spam_reason !== null
    const counted = { ...context, db: tx }
    if (isKnown && !isSpam) await count(counted, limits.contactsOfKnown, email)
    else await count(counted, isSpam ? limits.spamOfAll : limits.contactsOfAll, 'all')
    await tx
      .insertInto('messages')
      .values({
        id,
        name,
        email,
        subject,
        message,
        extra: JSON.stringify(extra),
        fingerprint,
        search_text: searchText([name, email, subject ?? '', message, ...extra.map(({ value }) => value)]),
        replied_at: null,
        unread_since: iso(context),
        mailbox: isSpam ? 'spam' : 'inbox',
        held_at: isSpam ? iso(context) : null,
        spam_reason,
        text_key,
        created_at: iso(context),
      })
      .execute()
    if (!isSpam) await queueNotification(context, tx, id)
  })
}

/** A few ligatures fold into a word each: what a stranger stores is at most twice as long as what they may send. */
const searchText = (parts: string[]) => fold(parts.join('\n')).slice(0, 2 * messageLength)

/**
 * What was entered in the owner's fields. A page from before they were changed has those of its version, or of this one, taken as
 * they are. No others: a stranger's own labels would read as the site's.
 * @throws Problem 'invalid'
 */
async function extraOf(context: AppContext, { extra, version = -1 }: Sent) {
  const site = await context.site.current()
  if (version !== site.version) {
    const { contact } = (await readVersion(context, version))?.content ?? site.content
    const labels = contact.fields.map(({ label }) => label)
    return extra.filter(({ label, value }) => value !== '' && labels.includes(label))
  }
  const checked = site.contact().fields.map((field, at) => {
    const { data, error } = extraValue(field).safeParse(extra[at]?.value ?? '')
    if (error) throw fieldError(`extra${at}`, error.issues[0]?.message ?? '')
    return { label: field.label, value: data }
  })
  return checked.filter(({ value }) => value !== '')
}

const entered = z.array(z.object({ label: z.string(), value: z.string() }))

/** What was entered in the owner's fields; nothing where it is damaged. @param extra as it is stored */
export function enteredIn(extra: string): z.output<typeof entered> {
  return entered.safeParse(parsedJson(extra)).data ?? []
}

/** "Budget: 5,000" of each field of the owner. @param extra as it is stored */
export function extraLines(extra: string): string[] {
  return enteredIn(extra).map(({ label, value }) => `${label}: ${value}`)
}

/** Queues what tells of a message: an email to each of the owner's addresses, and the webhooks. */
export async function queueNotification(context: AppContext, tx: Tx, contactId: string): Promise<void> {
  await emailOwner(context, tx, { kind: 'contact-notification', message_id: contactId })
  await queueDeliveries(context, tx, contactId)
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
 * @param isKnown the sender has a reply
 */
async function reasonToHold(
  context: AppContext,
  tx: Tx,
  { email, topic, elapsed }: Sent,
  { isBrowser, network, textKey, isKnown }: Origin & { textKey: string | null; isKnown: boolean },
): Promise<SpamReason | null> {
  if (topic?.trim()) return 'hidden-field'
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
async function hasReply(tx: Tx, email: string): Promise<boolean> {
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
function textKey(message: string): string | null {
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
