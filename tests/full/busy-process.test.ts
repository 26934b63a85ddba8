// The process itself is busy for longer than a statement may take: a database that has responded is not taken for silent.
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../server/db/connect.ts'
import { statementLimit } from '../../server/db/time-limit.ts'
import { emptyPlace } from '../support/backups.ts'

function holdThread(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) {
    // Nothing else in this process runs.
  }
}

test.runIf(inject('postgres') !== null)(
  'a response that arrived while the thread was busy counts, and the connection is used again',
  async () => {
    const { DATABASE_URL = '' } = await emptyPlace(inject('postgres'))
    const lost: Error[] = []
    const db = openPostgres(DATABASE_URL, (error) => lost.push(error))
    onTestFinished(() => db.destroy())
    const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const before = (await backend.execute(db)).rows
    const slow = sql<{ done: number }>`select 1 as done from pg_sleep(0.3)`.execute(db)
    // By then the statement has been sent.
    setImmediate(() => holdThread(statementLimit + 300))
    expect((await slow).rows).toEqual([{ done: 1 }])
    expect((await backend.execute(db)).rows).toEqual(before)
    expect(lost).toEqual([])
  },
)
