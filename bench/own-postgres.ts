// A PostgreSQL for a benchmark, as durable as it is by default, with the process id whose CPU time is measured.
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../tests/support/postgres-server.ts'

/** @returns `remove` also removes its files. */
export async function ownPostgres(): Promise<PostgresServer & { pid: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const server = await startPostgres({ folder })
  const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
  return { ...server, pid: Number(pid) }
}
