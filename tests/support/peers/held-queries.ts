// A database whose reads of what is public a test can delay or fail, like those of a slow or unreachable database.
import type { Database } from '../../../server/db/connect.ts'

const tables = ['projects', 'project_categories', 'site_versions'] as const
type Table = (typeof tables)[number]

export interface HeldQueries {
  /** For the app of a test: the same database, under the control of the test. */
  wrap(db: Database): Database
  /** Results that have been read from the database and wait. */
  waiting(): number
  /** From now on results of this table wait until `release`. */
  hold(table: Table): void
  release(): void
  /** From now on every select fails with this; null ends it. */
  fail(error: Error | null): void
}

export function heldQueries(): HeldQueries {
  let gate: { table: Table; open: Promise<void>; release: () => void } | null = null
  let failure: Error | null = null
  let waiting = 0

  async function held<Result>(table: Table, run: () => Promise<Result>): Promise<Result> {
    if (failure) throw failure
    // Held after it was read: the connection is free again, and the result becomes outdated.
    const result = await run()
    if (gate?.table !== table) return result
    waiting++
    await gate.open
    waiting--
    return result
  }

  /** A query builder returns a new one from each of its methods, until one of them executes it. */
  function wrapped<Target extends object>(table: Table, target: Target): Target {
    return new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          if (String(name).startsWith('execute')) return held(table, () => member.apply(target, args))
          const made: unknown = member.apply(target, args)
          return typeof made === 'object' && made !== null ? wrapped(table, made) : made
        }
      },
    })
  }

  return {
    wrap: (db) =>
      new Proxy(db, {
        get(_, name) {
          const member: unknown = Reflect.get(db, name)
          if (typeof member !== 'function') return member
          if (name !== 'selectFrom') return member.bind(db)
          return (table: string) => {
            const query = member.call(db, table)
            const held = tables.find((name) => name === table)
            return held ? wrapped(held, query) : query
          }
        },
      }),
    waiting: () => waiting,
    hold(table) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = { table, open: promise, release: resolve }
    },
    release() {
      gate?.release()
      gate = null
    },
    fail(error) {
      failure = error
    },
  }
}
