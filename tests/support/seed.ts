// Fills a database: with a project, or with many rows.
import { sql } from 'kysely'
import { categoryKey } from '../../contract/portfolio.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../../server/context.ts'
import type { Database } from '../../server/db/connect.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { addProject } from '../../server/projects/projects.ts'
import { minute } from '../../server/time.ts'
import { png } from './sample-images.ts'

const places = ['Harbour', 'Copper', 'Café', 'Juniper', 'Åland', 'Orchard']
const categories = ['WordPress', 'React', 'UI/UX', 'Print']
const texts = [
  'I saw your work and would like to talk about a new site for our shop.',
  'Our WordPress site is slow; is that something you look at? It is 100% static.',
]

/** Inserts rows without images and without emails, with texts that follow from their numbers: as many as fit into one statement. */
export async function seed(db: Database, counts: { projects?: number; messages?: number }, first = 0) {
  const numbers = (count = 0) => Array.from({ length: count }, (_, n) => first + n)
  const projects = numbers(counts.projects)
  const messages = numbers(counts.messages).map(message)
  // A thousand rows may take longer than the time limit of requests.
  await withTimeLimit(minute, async () => {
    if (projects.length > 0) {
      await db.insertInto('projects').values(projects.map(project)).execute()
      await db.insertInto('project_categories').values(projects.map(categoryOf)).execute()
    }
    if (messages.length > 0) await db.insertInto('messages').values(messages).execute()
    // PostgreSQL does it a minute later by itself; until then it plans as for an empty table.
    await sql`analyze`.execute(db)
  })
}

const pick = (list: readonly string[], n: number) => list[n % list.length] ?? ''
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()

function project(n: number) {
  const name = `${pick(places, n)} ${n + 1}`
  const created_at = ago(n * 7)
  return {
    ...{ id: `project-${n}`, name, name_key: name.toLowerCase(), url: 'https://example.com/', image: null },
    status: n % 5 === 4 ? ('draft' as const) : ('published' as const),
    search_text: fold(`${name}\n${pick(categories, n)}`),
    ...{ position: -n, created_at, updated_at: created_at },
  }
}

function categoryOf(n: number) {
  const name = pick(categories, n)
  return { project_id: `project-${n}`, position: 0, name, key: categoryKey(name) }
}

function message(n: number) {
  const [id, name, email] = [`message-${n}`, `Visitor ${n + 1}`, `visitor${n + 1}@example.net`]
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
  const image = await (await png()).bytes()
  const usual = { purl: 'https://example.com/', categories: ['Web'], status: 'published' as const }
  return addProject(context, { ...usual, image, ...over, pname })
}
