// Fills a database with many rows: node tests/support/seed.ts --items 10000 --messages 10000 --users 1000
import { parseArgs } from 'node:util'
import { categoryKey } from '../../contract/categories.ts'
import { fold } from '../../contract/text.ts'
import { readConfig } from '../../server/config.ts'
import { type AppContext, newId } from '../../server/context.ts'
import { createContext } from '../../server/create-context.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { ContactRow, ItemCategoryRow, ItemRow, ReplyRow, UserRow } from '../../server/db/tables.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'

export interface Counts {
  items?: number
  messages?: number
  users?: number
}

/** Rows in one statement: both databases take 32,766 values at least. */
const batch = 1_000
const minute = 60_000
/** Milliseconds for one statement: a thousand rows may take longer than the time limit of requests. */
const statementLimit = 60_000

const places = [
  'Harbour',
  'Copper',
  'Linden',
  'Northern',
  'Café',
  'Juniper',
  'Marble',
  'Silver',
  'Åland',
  'Orchard',
]
const trades = [
  'Bakery',
  'Hotel',
  'Studio',
  'Journal',
  'Festival',
  'Architects',
  'Clinic',
  'Records',
  'Nursery',
]
const categories = [
  'WordPress',
  'WooCommerce',
  'React',
  'Branding',
  'UI/UX Design',
  'Web Development',
  'Print',
  'Logo',
]
const given = ['Ana', 'Björn', 'Chloé', 'Deniz', 'Eka', 'Farid', 'Grace', 'Haruki', 'Ines', 'Jonas']
const family = ['Novak', 'Okafor', 'Ng', 'Silva', 'Larsen', 'Moreau', 'Tanaka', 'Weber', 'Diaz']
const texts = [
  'I saw your work and would like to talk about a new site for our shop.',
  'Could you send me a quote for a logo and two templates?',
  'Our WordPress site is slow; is that something you look at?',
  'We are planning a festival page for next spring, 100% static, with a map.',
]

/** Inserts rows, without images and without emails. The same counts give the same texts. */
export async function seed({ db, now }: Pick<AppContext, 'db' | 'now'>, counts: Counts): Promise<void> {
  const ago = (minutes: number) => new Date(now().getTime() - minutes * minute).toISOString()
  const pick = <Value>(list: readonly Value[], n: number) => list[n % list.length] as Value

  const items: ItemRow[] = []
  const itemCategories: ItemCategoryRow[] = []
  for (let n = 0; n < (counts.items ?? 0); n++) {
    const id = newId()
    const name = `${pick(places, n)} ${pick(trades, n)} ${n + 1}`
    const own = [pick(categories, n), pick(categories, n * 3 + 1)].filter(
      (name, i, all) => all.indexOf(name) === i,
    )
    items.push({
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
      created_at: ago(n * 7),
      updated_at: ago(n * 7),
    })
    for (const [position, name] of own.entries())
      itemCategories.push({ item_id: id, position, name, key: categoryKey(name) })
  }

  const contacts: ContactRow[] = []
  const replies: ReplyRow[] = []
  for (let n = 0; n < (counts.messages ?? 0); n++) {
    const id = newId()
    const name = `${pick(given, n)} ${pick(family, n)}`
    const email = `visitor${n + 1}@example.net`
    const subject = n % 6 === 5 ? null : `Project ${n + 1}`
    const message = `${pick(texts, n)}\n\n${`${pick(texts, n + 1)} `.repeat(1 + (n % 6))}`.trim()
    const replied_at = n % 3 === 0 ? ago(n * 5) : null
    contacts.push({
      id,
      name,
      email,
      subject,
      message,
      fingerprint: id,
      search_text: fold([name, email, subject ?? '', message].join('\n')),
      replied_at,
      created_at: ago(n * 5 + 60),
    })
    if (replied_at)
      replies.push({
        id: newId(),
        contact_id: id,
        idempotency_key: id,
        subject: `Re: ${subject ?? 'Your Inquiry'}`,
        body: `Hello ${name},\n\nThank you for your message. When may I call you?`,
        author: 'Juno Balint',
        sent_at: replied_at,
        rejected_at: null,
        error: null,
        created_at: replied_at,
      })
  }

  const users: UserRow[] = []
  for (let n = 0; n < (counts.users ?? 0); n++)
    users.push({
      id: newId(),
      name: `${pick(given, n)} ${pick(family, n)}`,
      email: `user${n + 1}@example.net`,
      password_hash: null,
      password_strength: null,
      role: 'user',
      avatar: null,
      email_verified_at: n % 4 === 0 ? null : ago(n * 30),
      created_at: ago(n * 30),
    })

  const insert = () =>
    db.transaction().execute(async (tx) => {
      for (const rows of chunks(items)) await tx.insertInto('items').values(rows).execute()
      for (const rows of chunks(itemCategories)) await tx.insertInto('item_categories').values(rows).execute()
      for (const rows of chunks(contacts)) await tx.insertInto('contacts').values(rows).execute()
      for (const rows of chunks(replies)) await tx.insertInto('replies').values(rows).execute()
      for (const rows of chunks(users)) await tx.insertInto('users').values(rows).execute()
    })
  await withTimeLimit(statementLimit, insert)
}

export function seedItems(db: AppContext['db'], items: number): Promise<void> {
  return seed({ db, now: () => new Date() }, { items })
}

function* chunks<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += batch) yield rows.slice(start, start + batch)
}

if (import.meta.main) {
  const number = { type: 'string', default: '0' } as const
  const { values } = parseArgs({ options: { items: number, messages: number, users: number } })
  const counts = {
    items: Number(values.items),
    messages: Number(values.messages),
    users: Number(values.users),
  }
  const context = createContext(readConfig())
  await migrate(context.db)
  await seed(context, counts)
  await context.db.destroy()
  console.log(`added ${counts.items} items, ${counts.messages} messages, ${counts.users} users`)
}
