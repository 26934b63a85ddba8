// A fresh database of either kind for one part, and reading what is stored in it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '../../support/peers/postgres.ts'
import { must } from './expectations.ts'

export interface FreshDatabase {
  name: 'SQLite' | 'PostgreSQL'
  /** Settings for a server on it. */
  env: Record<string, string>
  /** The texts of all messages. */
  messages(): Promise<Set<string>>
  remove(): Promise<void>
}

const usual = { DEMO_CONTENT: 'off', THROTTLE: 'off', LOG_LEVEL: 'fatal' }

export async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-faults-'))
  return {
    name: 'SQLite',
    env: { ...usual, DATA_DIR: folder },
    async messages() {
      const database = new DatabaseSync(join(folder, 'portfolio.db'), { readOnly: true })
      const [check] = database.prepare('pragma integrity_check').all()
      must(check?.integrity_check === 'ok', `the database is damaged: ${JSON.stringify(check)}`)
      const rows = database.prepare('select message from messages').all()
      database.close()
      return new Set(rows.map(({ message }) => String(message)))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** With the durability that PostgreSQL has by default. */
export async function freshPostgres(
  options: Parameters<typeof startPostgres>[0] = {},
): Promise<FreshDatabase & { server: PostgresServer }> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-faults-'))
  const server = await startPostgres(options)
  const url = `${server.url}/postgres`
  return {
    name: 'PostgreSQL',
    server,
    env: { ...usual, DATA_DIR: folder, DATABASE_URL: url },
    async messages() {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<{ message: string }>('select message from messages')
      await client.end()
      return new Set(rows.map(({ message }) => message))
    },
    async remove() {
      await server.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @throws Error when an acknowledged message is not there */
export async function nothingLost(database: FreshDatabase, acknowledged: ReadonlySet<string>): Promise<void> {
  const lost = acknowledged.difference(await database.messages())
  must(
    lost.size === 0,
    `${database.name}: ${lost.size} of ${acknowledged.size} acknowledged messages are lost`,
  )
}
