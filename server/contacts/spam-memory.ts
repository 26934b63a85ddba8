// What is remembered of messages to recognise the next ones: a row for each sign (spam-signs.ts), and what admins said of it.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { type AppContext, iso } from '../context.ts'
import type { SpamSignRow } from '../db/contact-tables.ts'
import type { Tables } from '../db/tables.ts'
import { allOf, type Signs } from './spam-signs.ts'
import type { Evidence } from './spam-weights.ts'

type Tx = Transaction<Tables>

/** Parts of a text that another one must have, too, to count as the same. */
const sameParts = 3
/** Of the newest messages of a sender: whether one was replied to. */
const recentMessages = 20
/** Signs in one statement. */
const batch = 500

/** What earlier messages say about one with these signs. Reads a row for each sign, and `recentMessages` index entries. */
export async function memoryEvidence(tx: Tx, signs: Signs, email: string): Promise<Evidence> {
  const rows = await tx.selectFrom('spam_signs').selectAll().where('key', 'in', allOf(signs)).execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  const of = (keys: string[]) => keys.flatMap((key) => known.get(key) ?? [])
  const text = of(signs.text)
  const links = of(signs.links).filter(({ verdict }) => verdict !== 'good')
  const sender = known.get(signs.sender)
  const network = signs.network === null ? undefined : known.get(signs.network)
  const isTrusted = text.filter(({ verdict }) => verdict === 'good').length >= sameParts
  const others = (row: SpamSignRow) => row.senders - (row.sender === signs.sender ? 1 : 0)
  const found: Evidence = {
    sameText: isTrusted ? 0 : nthLargest(text.map(others)),
    sameLink: Math.max(0, ...links.map(others)),
    sameNetwork: network ? others(network) : 0,
    likeSpam: isTrusted
      ? 0
      : Math.max(nthLargest(text.map(({ spam }) => spam)), sender?.spam ?? 0, network?.spam ?? 0),
    markedText: text.filter(({ verdict }) => verdict === 'spam').length >= sameParts ? 1 : 0,
    markedLink: links.some(({ verdict }) => verdict === 'spam') ? 1 : 0,
    markedSender: sender?.verdict === 'spam' ? 1 : 0,
    trustedText: isTrusted ? 1 : 0,
    trustedSender: sender?.verdict === 'good' ? 1 : 0,
    correspondent: (await wasRepliedTo(tx, email)) ? 1 : 0,
  }
  return found
}

/** Of the numbers of the parts: the one that `sameParts` of them have reached. */
function nthLargest(numbers: number[]): number {
  return numbers.toSorted((one, other) => other - one)[sameParts - 1] ?? 0
}

async function wasRepliedTo(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('contacts')
    .select('replied_at')
    .where('email', '=', email)
    // As the condition of the partial index says it.
    .where(sql<boolean>`folder <> ${sql.lit('spam')}`)
    .orderBy('created_at', 'desc')
    .limit(recentMessages)
    .execute()
  return rows.some(({ replied_at }) => replied_at !== null)
}

/** Remembers a message that has arrived. */
export async function remember(context: AppContext, tx: Tx, signs: Signs, isSpam: boolean): Promise<void> {
  const rows = allOf(signs).map((key) => ({
    key,
    sender: signs.sender,
    senders: 1,
    spam: isSpam ? 1 : 0,
    verdict: null,
    seen_at: iso(context),
  }))
  await tx
    .insertInto('spam_signs')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        sender: row.ref('excluded.sender'),
        senders: sql<number>`spam_signs.senders + case when spam_signs.sender = excluded.sender then 0 else 1 end`,
        spam: sql<number>`spam_signs.spam + excluded.spam`,
        seen_at: row.ref('excluded.seen_at'),
      })),
    )
    .execute()
}

/**
 * What an admin said of messages: their senders, texts and links count as that from now on. The last word counts. What is
 * good is no longer like spam.
 */
export async function teach(
  context: AppContext,
  tx: Tx,
  messages: Signs[],
  verdict: 'good' | 'spam',
): Promise<void> {
  const senders = new Map<string, string>()
  for (const signs of messages)
    for (const key of allOf({ ...signs, network: null })) senders.set(key, signs.sender)
  const rows = [...senders]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, sender]) => ({ key, sender, senders: 1, spam: 0, verdict, seen_at: iso(context) }))
  for (let start = 0; start < rows.length; start += batch)
    await tx
      .insertInto('spam_signs')
      .values(rows.slice(start, start + batch))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({
          verdict,
          spam: verdict === 'good' ? 0 : row.ref('spam_signs.spam'),
          seen_at: row.ref('excluded.seen_at'),
        })),
      )
      .execute()
}

/** Days for which a sign is remembered that is not seen again: of what nobody judged, and of what an admin did. */
const retention = { seen: 90, judged: 730 }
/** Signs that are stored at most; the oldest go first. */
const maxStored = 200_000
const day = 24 * 60 * 60_000

/** For the cleanup job: removes signs that are old, and those beyond `maxStored`. */
export async function forgetOldSigns({ db, ...context }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => iso(context, -days * day)
  for (;;) {
    const old = await db
      .selectFrom('spam_signs')
      .select('key')
      .where('seen_at', '<', before(retention.seen))
      .where((row) => row.or([row('verdict', 'is', null), row('seen_at', '<', before(retention.judged))]))
      .limit(batch)
      .execute()
    if (old.length === 0) break
    await drop(db, old)
  }
  const { stored } = await db
    .selectFrom('spam_signs')
    .select((row) => row.fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow()
  for (let rest = Number(stored) - maxStored; rest > 0; rest -= batch) {
    const oldest = db.selectFrom('spam_signs').select('key').orderBy('seen_at').limit(Math.min(rest, batch))
    // What an admin judged goes last: a flood of messages shall not make it forgotten.
    const seen = await oldest.where('verdict', 'is', null).execute()
    await drop(db, seen.length > 0 ? seen : await oldest.execute())
  }
}

async function drop(db: AppContext['db'], rows: { key: string }[]): Promise<void> {
  await db
    .deleteFrom('spam_signs')
    .where(
      'key',
      'in',
      rows.map(({ key }) => key),
    )
    .execute()
  await new Promise(setImmediate)
}
