// Names for the reads that run often: PostgreSQL parses a named statement once for each connection, and plans most of them
// a few times only (docs/decisions/0036).
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Runs after which a statement gets its name. */
const often = 10
/** Each takes some 20 kB of the database server's memory in every connection. */
const maxNames = 100
/** Texts whose runs are counted. */
const maxCounted = 500
/** Lists of values of every length are statements of their own. */
const maxParameters = 100
/** Names for one statement with lists of several lengths: visitors choose how long a page is, and could take all names. */
const maxLengths = 10

export class PreparedStatements {
  #isOn = true
  #generation = 0
  readonly #names = new Map<string, string>()
  readonly #runs = new LRUCache<string, number>({ max: maxCounted })
  /** How many names statements have that differ in the length of their lists only. */
  readonly #lengths = new Map<string, number>()

  /** @returns undefined for a statement to be sent without a name */
  nameOf(text: string, parameters: number): string | undefined {
    const known = this.#names.get(text)
    if (known || !this.#isOn || parameters > maxParameters || this.#names.size >= maxNames) return known
    // How a search is best run depends on its term, which the plan of a named statement may leave out.
    if (!text.startsWith('select ') || /\b(?:like|strpos)\b/.test(text)) return undefined
    const runs = (this.#runs.get(text) ?? 0) + 1
    this.#runs.set(text, runs)
    if (runs < often) return undefined
    const shape = text.replace(/\$\d+(?:, \$\d+)*/g, '$')
    const lengths = this.#lengths.get(shape) ?? 0
    if (lengths >= maxLengths) return undefined
    this.#lengths.set(shape, lengths + 1)
    // By its text: behind a pooler another process may have used the name on the same connection.
    const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 22)}-${this.#generation}`
    this.#names.set(text, name)
    return name
  }

  /** @returns whether the server rejected the name, not the statement: it did not run, and runs without it */
  isRejected(text: string, name: string, error: unknown): boolean {
    const { code } = (error ?? {}) as { code?: string }
    // feature_not_supported: another instance has changed a table, and the result has other columns now.
    if (code === '0A000') {
      if (this.#names.get(text) === name) {
        this.#generation++
        this.#names.clear()
        this.#lengths.clear()
      }
      return true
    }
    // invalid_sql_statement_name, duplicate_prepared_statement: a pooler that gives each statement another connection.
    if (code !== '26000' && code !== '42P05') return false
    this.#isOn = false
    this.#names.clear()
    return true
  }
}
