// Fills a database: with a project, or with many rows.
import { sql } from 'kysely'
import { categoryKey } from '../../contract/portfolio.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../../server/context.ts'
import type { Database } from '../../server/db/connect.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { newId } from '../../server/ids.ts'
import { addProject } from '../../server/projects/projects.ts'
import { minute } from '../../server/time.ts'
import { png } from './sample-images.ts'

/** Rows in one statement: both databases take 32,766 values at least. */
const batch = 1_000

const places = ['Harbour', 'Copper', 'Café', 'Juniper', 'Åland', 'Orchard']
const categories = ['WordPress', 'WooCommerce', 'React', 'Branding', 'UI/UX', 'Web', 'Print', 'Logo']
const texts = [
  'I saw your work and would like to talk about a new site for our shop.',
  'Our WordPress site is slow; is that something you look at? It is 100% static.',
]

/** Inserts rows without images and without emails. The same counts give the same texts. */
export async function seed(db: Database, counts: { projects?: number; messages?: number }): Promise<void> {
  const insert = () =>
    db.transaction().execute(async (tx) => {
      for (const projects of batches(counts.projects, project)) {
        await tx.insertInto('projects').values(projects).execute()
        const named = projects.flatMap(({ id: project_id, position }) =>
          categoriesOf(-position).map((name, position) => {
            return { project_id, position, name, key: categoryKey(name) }
          }),
        )
        await tx.insertInto('project_categories').values(named).execute()
      }
      for (const messages of batches(counts.messages, message))
        await tx.insertInto('messages').values(messages).execute()
    })
  // A thousand rows may take longer than the time limit of requests.
  await withTimeLimit(minute, insert)
  // PostgreSQL does it a minute later by itself; until then it plans as for an empty table.
  await sql`analyze`.execute(db)
}

/** As many rows, in lists that each fit into one statement. */
function* batches<Row>(count = 0, row: (n: number) => Row): Generator<Row[]> {
  for (let start = 0; start < count; start += batch)
    yield Array.from({ length: Math.min(batch, count - start) }, (_, n) => row(start + n))
}

const pick = (list: readonly string[], n: number) => list[n % list.length] ?? ''
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()
const categoriesOf = (n: number) => [pick(categories, n), pick(categories, n + 3)]

function project(n: number) {
  const name = `${pick(places, n)} ${n + 1}`
  const created_at = ago(n * 7)
  return {
    ...{ id: newId(), name, name_key: name.toLowerCase(), url: `https://example.com/${n + 1}`, image: null },
    status: n % 5 === 4 ? ('draft' as const) : ('published' as const),
    search_text: fold([name, ...categoriesOf(n)].join('\n')),
    ...{ position: -n, created_at, updated_at: created_at },
  }
}

function message(n: number) {
  const [id, name, email] = [newId(), `Visitor ${n + 1}`, `visitor${n + 1}@example.net`]
  const subject = n % 6 === 5 ? null : `Project ${n + 1}`
  const message = `${pick(texts, n)}\n`.repeat(2 + (n % 6))
  return {
    ...{ id, name, email, subject, message, fingerprint: id, created_at: ago(n * 5 + 60) },
    search_text: fold([name, email, subject ?? '', message].join('\n')),
    replied_at: n % 3 === 0 ? ago(n * 5) : null,
  }
}

/** Adds a project without the API: at once, and with any `createdAt`. It is published unless `over` says otherwise. */
export async function publishProject(
  { context }: { context: AppContext },
  pname: string,
  over: Partial<Parameters<typeof addProject>[1]> = {},
) {
  const image = over.image ?? (await (await png()).bytes())
  const usual = { purl: 'https://example.com/', categories: ['Web'], status: 'published' as const }
  return addProject(context, { ...usual, ...over, pname, image })
}
