// The plan of each statement that the lists of the product run, at 100,000 projects and messages, written to
// docs/query-plans.md: npm run bench -- plans
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { type App, createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { AppContext } from '../server/context.ts'
import { createContext } from '../server/create-context.ts'
import { withTimeLimit } from '../server/db/time-limit.ts'
import { loadBuiltPages } from '../server/pages/built-pages.ts'
import { runStatement } from '../tests/support/postgres.ts'
import { ownPostgres } from './own-postgres.ts'
import { print } from './report.ts'
import { adminCookie, changeOf, fill } from './scale.ts'
import { casesFor, type ScaleCase } from './scale-cases.ts'
import { beginStatements, type Statement, takeStatements } from './statements.ts'

const size = 100_000
/** Milliseconds for one statement. */
const statementLimit = 10 * 60_000

const head = `# Query plans

Written by \`npm run bench -- plans\`: the statements of each list, search and total with ${size.toLocaleString('en')} projects
and messages, each where it is run first, with its plan. [performance.md](performance.md) says what they cost and how they grow.
`

export async function plans(): Promise<void> {
  const parts = [head, `\n## SQLite\n`, ...(await plansOn({}))]
  const server = await ownPostgres()
  try {
    await runStatement(server.url, 'create database items_plans')
    parts.push('\n## PostgreSQL\n', ...(await plansOn({ DATABASE_URL: `${server.url}/items_plans` })))
  } finally {
    await server.remove()
  }
  writeFileSync('docs/query-plans.md', parts.join(''))
}

async function plansOn(settings: Record<string, string>): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  await mkdir(join(dataDir, 'uploads'))
  const context = createContext(
    readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      THROTTLE: 'off',
      NODE_ENV: 'production',
      ...settings,
    }),
  )
  try {
    await fill(context, size)
    return await withTimeLimit(statementLimit, () => plansOf(context))
  } finally {
    await context.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function plansOf(context: AppContext): Promise<string[]> {
  const cookie = await adminCookie(context)
  const app = createApp(context, loadBuiltPages)
  const change = await changeOf(context)
  const known = new Set<string>()
  const parts: string[] = []
  for (const one of await casesFor(context, size)) {
    const statements = await statementsOf(context, app, cookie, change, one)
    const rows: string[] = []
    for (const statement of statements) {
      const text = shortened(statement.text)
      if (known.has(text)) continue
      known.add(text)
      rows.push(`\n\`\`\`sql\n${text}\n\`\`\`\n\n${await planOf(context, statement)}\n`)
    }
    if (rows.length > 0) parts.push(`\n### ${one.name}\n`, ...rows)
    print(`  ${one.name}: ${rows.length} statements that were not run before`)
  }
  return parts
}

/** What a case runs with nothing counted, and then after a change. */
async function statementsOf(
  context: AppContext,
  app: App,
  cookie: string,
  change: () => Promise<void>,
  { path, work }: ScaleCase,
) {
  const run = async () => {
    context.changes.emit('portfolio')
    beginStatements()
    if (path) {
      const headers = { cookie, accept: path(1) === '/portfolio' ? 'text/html' : 'application/json' }
      await (await app.fetch(new Request(`http://localhost:3000${path(1)}`, { headers }))).arrayBuffer()
    } else await work?.(1)
    return takeStatements().filter(({ text }) => /^\s*(select|with|update|delete|insert)\b/i.test(text))
  }
  context.listCache.clear()
  const statements = await run()
  await change()
  return path ? [...statements, ...(await run())] : statements
}

async function planOf({ db, config }: AppContext, { text, values }: Statement): Promise<string> {
  const explain = config.databaseUrl === null ? 'explain query plan' : 'explain (costs off)'
  const { rows } = await db.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
    CompiledQuery.raw(`${explain} ${text}`, [...values]),
  )
  const lines = rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
  return lines.length === 0 ? 'No rows are read.' : lines.map((line) => `    ${line}`).join('\n')
}

/** One line; of a list of values the first. */
function shortened(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\?|\$\d+)(?:, (?:\?|\$\d+)){2,}/g, '$1, …')
    .replace(/(\(\?, …\)|\(\$\d+, …\))(?:, (?:\(\?, …\)|\(\$\d+, …\)))+/g, '$1, …')
}
