// Fills a database with many rows.
import { type Insertable, sql } from 'kysely'
import { categoryKey } from '../../contract/portfolio.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../../server/context.ts'
import type { ReplyRow, Tables } from '../../server/db/tables.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { newId } from '../../server/ids.ts'

export interface Counts {
  items?: number
  messages?: number
}

/** Rows in one statement: both databases take 32,766 values at least. */
const batch = 1_000
const minute = 60_000
/** Milliseconds for one statement: a thousand rows may take longer than the time limit of requests. */
const statementLimit = 60_000

const places = 'Harbour Copper Linden Northern Café Juniper Marble Silver Åland Orchard'.split(' ')
const trades = 'Bakery Hotel Studio Journal Festival Architects Clinic Records Nursery'.split(' ')
const categories = 'WordPress WooCommerce React Branding UI/UX Web Print Logo'.split(' ')
const given = 'Ana Björn Chloé Deniz Eka Farid Grace Haruki Ines Jonas'.split(' ')
const family = 'Novak Okafor Ng Silva Larsen Moreau Tanaka Weber Diaz'.split(' ')
const texts = [
  'I saw your work and would like to talk about a new site for our shop.',
  'Could you send me a quote for a logo and two templates?',
  'Our WordPress site is slow; is that something you look at?',
  'We are planning a festival page for next spring, 100% static, with a map.',
]

/** Inserts rows a batch at a time, without images and without emails. The same counts give the same texts. */
export async function seed({ db, now }: Pick<AppContext, 'db' | 'now'>, counts: Counts): Promise<void> {
  const from = now().getTime()
  const ago = (minutes: number) => new Date(from - minutes * minute).toISOString()
  const insert = () =>
    db.transaction().execute(async (tx) => {
      for (const numbers of batches(counts.items)) {
        const made = numbers.map((n) => project(n, ago))
        await tx
          .insertInto('items')
          .values(made.map(({ item }) => item))
          .execute()
        await tx
          .insertInto('item_categories')
          .values(made.flatMap(({ categories }) => categories))
          .execute()
      }
      for (const numbers of batches(counts.messages)) {
        const made = numbers.map((n) => message(n, ago))
        await tx
          .insertInto('contacts')
          .values(made.map(({ contact }) => contact))
          .execute()
        const replies = made.flatMap(({ reply }) => reply ?? [])
        await tx.insertInto('replies').values(replies).execute()
      }
    })
  await withTimeLimit(statementLimit, insert)
  // PostgreSQL does it a minute later by itself; until then it plans as for an empty table.
  await sql`analyze`.execute(db)
}

type Ago = (minutes: number) => string

function project(
  n: number,
  ago: Ago,
): { item: Insertable<Tables['items']>; categories: Insertable<Tables['item_categories']>[] } {
  const id = newId()
  const name = `${pick(places, n)} ${pick(trades, n)} ${n + 1}`
  const own = [pick(categories, n), pick(categories, n * 3 + 1)].filter(
    (name, i, all) => all.indexOf(name) === i,
  )
  const item: Insertable<Tables['items']> = {
    id,
    name,
    name_key: name.toLowerCase(),
    url: `https://example.com/${n + 1}`,
    image: null,
    status: n % 5 === 4 ? 'draft' : 'published',
    preview: 'live',
    focal_x: 50,
    focal_y: 0,
    search_text: fold([name, ...own].join('\n')),
    position: -n,
    created_at: ago(n * 7),
    updated_at: ago(n * 7),
  }
  return {
    item,
    categories: own.map((name, position) => ({ item_id: id, position, name, key: categoryKey(name) })),
  }
}

function message(n: number, ago: Ago): { contact: Insertable<Tables['contacts']>; reply: ReplyRow | null } {
  const id = newId()
  const name = `${pick(given, n)} ${pick(family, n)}`
  const email = `visitor${n + 1}@example.net`
  const subject = n % 6 === 5 ? null : `Project ${n + 1}`
  const message = `${pick(texts, n)}\n\n${`${pick(texts, n + 1)} `.repeat(1 + (n % 6))}`.trim()
  const replied_at = n % 3 === 0 ? ago(n * 5) : null
  const contact: Insertable<Tables['contacts']> = {
    id,
    name,
    email,
    subject,
    message,
    fingerprint: id,
    search_text: fold([name, email, subject ?? '', message].join('\n')),
    replied_at,
    created_at: ago(n * 5 + 60),
  }
  if (!replied_at) return { contact, reply: null }
  const reply: ReplyRow = {
    id: newId(),
    contact_id: id,
    idempotency_key: id,
    subject: `Re: ${subject ?? 'Your Inquiry'}`,
    body: `Hello ${name},\n\nThank you for your message. When may I call you?`,
    author: 'Juno Balint',
    author_id: null,
    sent_at: replied_at,
    rejected_at: null,
    error: null,
    created_at: replied_at,
  }
  return { contact, reply }
}

function pick<Value>(list: readonly Value[], n: number): Value {
  return list[n % list.length] as Value
}

export function seedItems(db: AppContext['db'], items: number): Promise<void> {
  return seed({ db, now: () => new Date() }, { items })
}

/** The numbers from 0 on, in lists that each fit into one statement. */
function* batches(count = 0): Generator<number[]> {
  for (let start = 0; start < count; start += batch)
    yield Array.from({ length: Math.min(batch, count - start) }, (_, i) => start + i)
}
