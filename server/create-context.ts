// Builds what core may use from the settings: database, log, mail, pictures. Used by the server and the commands.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { Changes } from './core/changes.ts'
import type { AppContext } from './core/context.ts'
import { UploadFolder } from './core/uploads.ts'
import { openPostgres, openSqlite } from './db/connect.ts'
import { exchangeNotices } from './db/notices.ts'
import { createLog } from './log.ts'
import { folderTransport, smtpTransport } from './mail/transport.ts'

export function createContext(config: Config): AppContext {
  if (config.storageUrl)
    throw new ConfigError('STORAGE_URL is not supported yet; leave it out to use DATA_DIR.')
  const log = createLog(config.logLevel)
  const { db, notices, changes } = config.databaseUrl
    ? shared(config.databaseUrl, log)
    : { db: openSqlite(join(config.dataDir, 'portfolio.db')), notices: null, changes: new Changes() }
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : folderTransport(join(config.dataDir, 'outbox'), config.mailFrom)
  return {
    config,
    log,
    db,
    transport,
    changes,
    uploads: new UploadFolder(join(config.dataDir, 'uploads')),
    now: () => new Date(),
    async close() {
      transport.close()
      await notices?.close()
      await db.destroy()
    },
  }
}

/** PostgreSQL may have several instances on it: what one changes, the others hear. */
function shared(address: string, log: Logger) {
  // Its words only: the whole error carries the client with its settings.
  const lost = (error: Error) => log.warn({ reason: error.message }, 'database connection lost')
  const db = openPostgres(address, lost)
  const changes = new Changes((topic) => void notices.tell(topic).catch(lost))
  const notices = exchangeNotices(address, db, (topic) => changes.heard(topic))
  return { db, notices, changes }
}
