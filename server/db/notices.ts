// Several instances on one PostgreSQL tell each other what changed, so that none answers from an old memory.
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Database } from './connect.ts'

const channel = 'changes'
/** Milliseconds until a lost connection is tried again. */
const retryAfter = 1_000

export interface Notices {
  tell(topic: string): Promise<void>
  close(): Promise<void>
}

/**
 * @param onNotice what another instance changed; null when notices may have been missed, so that all is suspect
 */
export function exchangeNotices(
  address: string,
  db: Database,
  onNotice: (topic: string | null) => void,
): Notices {
  // Who is told of their own change would forget what they have just read anew.
  const me = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let client: Client | null = null
  let closed = false

  async function listen(): Promise<void> {
    const { default: pg } = await import('pg')
    if (closed) return
    const fresh = new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', ({ payload = '' }) => {
      const [sender, topic = ''] = payload.split(' ')
      if (sender !== me) onNotice(topic)
    })
    const again = () => {
      if (client !== fresh) return
      client = null
      void fresh.end().catch(() => {})
      setTimeout(listen, retryAfter).unref()
    }
    fresh.on('error', again)
    fresh.on('end', again)
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      onNotice(null)
    } catch {
      again()
    }
  }

  void listen()
  return {
    async tell(topic) {
      await sql`select pg_notify(${channel}, ${`${me} ${topic}`})`.execute(db)
    },
    async close() {
      closed = true
      const last = client
      client = null
      await last?.end().catch(() => {})
    },
  }
}
