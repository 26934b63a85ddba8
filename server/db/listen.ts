// Follows the changes of other instances on the same PostgreSQL by LISTEN/NOTIFY, and reads the version at each heartbeat:
// a connection that is lost silently loses notifications, and a pooler may not forward them.
import type { Client } from 'pg'
import type { Database } from './connect.ts'
import { verifying } from './postgres.ts'
import { publicVersionChannel, publicVersionQuery, versionIn } from './public-version.ts'

/**
 * Milliseconds: between heartbeats, for the response to one, for opening a connection, and between two attempts to open one;
 * the first attempt is made at once. Together less than five seconds: a change is seen within them while the database can
 * be reached, also where the connection no longer responds and nothing says so.
 */
export const heartbeat = 1_000
const responseTimeout = 1_000
const connectTimeout = 1_000
const retryAfter = 500

/**
 * @param onVersion called with the public version, each time it was read or notified
 * @param onLost called each time the connection is lost or could not be opened
 * @returns a function that closes the connection
 */
export function listenForVersions(
  url: string,
  db: Database,
  onVersion: (version: number) => void,
  onLost: (error: Error) => void,
): () => Promise<void> {
  let client: Client | null = null
  let reconnect: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg')
    if (closed) return
    const fresh = new pg.Client({
      connectionString: verifying(url),
      connectionTimeoutMillis: connectTimeout,
      query_timeout: responseTimeout,
      keepAlive: true,
    })
    client = fresh
    let beat: NodeJS.Timeout | undefined
    let hasWorked = false
    const lose = (error: Error) => {
      clearInterval(beat)
      if (client !== fresh) return
      client = null
      void fresh.end().catch(() => {})
      onLost(error)
      reconnect = setTimeout(connect, hasWorked ? 0 : retryAfter).unref()
    }
    const read = async () => {
      const { sql, parameters } = publicVersionQuery(db)
      const { rows } = await fresh.query<{ value: number }>(sql, [...parameters])
      onVersion(versionIn(rows))
    }
    fresh.on('notification', ({ payload }) => onVersion(Number(payload)))
    fresh.on('error', lose)
    fresh.on('end', () => lose(new Error('the connection was closed')))
    try {
      await fresh.connect()
      // LISTEN comes first: a version that is committed in between is read, notified, or both.
      await fresh.query(`listen ${publicVersionChannel}`)
      await read()
      hasWorked = true
      if (client === fresh) beat = setInterval(() => void read().catch(lose), heartbeat).unref()
    } catch (error) {
      lose(error as Error)
    }
  }

  void connect()
  return async () => {
    closed = true
    clearTimeout(reconnect)
    const last = client
    client = null
    await last?.end().catch(() => {})
  }
}
