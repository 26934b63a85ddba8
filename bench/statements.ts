// The statements that both drivers are given, with their values.
import { StatementSync } from 'node:sqlite'
import pg from 'pg'

export interface Statement {
  text: string
  values: readonly unknown[]
}

let statements: Statement[] = []
let isWatched = false

/** Forgets what ran until now. */
export function beginStatements(): void {
  if (!isWatched) watch()
  isWatched = true
  statements = []
}

export function takeStatements(): Statement[] {
  const taken = statements
  statements = []
  return taken
}

function watch(): void {
  for (const method of ['all', 'run'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
    StatementSync.prototype[method] = function noted(this: StatementSync, ...values: unknown[]) {
      statements.push({ text: this.sourceSQL, values })
      return original.apply(this, values)
    } as never
  }
  const original = pg.Client.prototype.query as (...values: unknown[]) => unknown
  pg.Client.prototype.query = function noted(this: pg.Client, ...given: unknown[]) {
    const [{ text, values = [] }] = given as [pg.QueryConfig]
    if (text) statements.push({ text, values })
    return original.apply(this, given)
  } as never
}
