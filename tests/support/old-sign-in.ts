// Changes rows of a running product that no call can change: the time of a sign-in.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export function ageSignIns(dataDir: string): void {
  inDatabase(dataDir, (database) => {
    database.prepare('update sessions set authenticated_at = ?').run('2020-01-01T00:00:00.000Z')
  })
}

/** The role as the database has it. */
export function roleOf(dataDir: string, email: string): unknown {
  return inDatabase(
    dataDir,
    (database) => database.prepare('select role from users where email = ?').get(email)?.role,
  )
}

function inDatabase<Result>(dataDir: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(dataDir, 'portfolio.db'), { timeout: 5_000 })
  try {
    return use(database)
  } finally {
    database.close()
  }
}
