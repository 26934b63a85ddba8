// Builds the AppContext from the settings. Used by the server, its commands and tests.
import { join } from 'node:path'
import { accountEmails } from './accounts/emails.ts'
import { PasswordHasher } from './accounts/password-hashing.ts'
import { BackupSlot } from './backup/create-backup.ts'
import { backupEmails, backupJobs } from './backup/schedule.ts'
import { letterheadOf } from './brand/mark.ts'
import { cleanupJobs } from './cleanup-jobs.ts'
import type { Config } from './config.ts'
import type { AppContext } from './context.ts'
import { VisitCounts } from './counts/visits.ts'
import { openPostgres, openSqlite } from './db/connect.ts'
import { UploadLimiters } from './http/accept-form.ts'
import { openInternet } from './http/outbound.ts'
import { ImageStore } from './images/image-store.ts'
import { openUploads } from './images/uploads.ts'
import { Jobs } from './jobs/runner.ts'
import { createLog } from './log.ts'
import { type EmailKinds, emailJobs } from './mail/outbox.ts'
import { messageEmails } from './messages/emails.ts'
import type { Metrics } from './metrics/metrics.ts'
import { previewJobs } from './preview/check-job.ts'
import { deadLinkEmails } from './preview/dead-links.ts'
import { SiteChecker } from './preview/site-check.ts'
import { Changes } from './public-content.ts'
import { Readiness } from './readiness.ts'
import { SiteBook } from './site/site-book.ts'
import { webhookEmails, webhookJobs } from './webhooks/deliveries.ts'

const emailKinds: EmailKinds = {
  ...accountEmails,
  ...messageEmails,
  ...backupEmails,
  ...deadLinkEmails,
  ...webhookEmails,
}

/** Jobs of each queue that run at once. */
const jobSlots = { mail: 8, webhooks: 4, previews: 1, backups: 1, cleanup: 1 }

/** @param metrics of `openMetrics`; commands have none. */
export function createContext(config: Config, metrics: Metrics | null = null): AppContext {
  const uploads = openUploads(config)
  const changes = new Changes()
  const log = createLog(config.logLevel)
  // The message only: the error object contains the client with its settings.
  const onLost = ({ message: reason }: Error) =>
    log
      .onceAMinute('database')
      ?.warn({ event: 'database.connection-lost', reason }, 'database connection lost')
  const db = config.databaseUrl
    ? openPostgres(config.databaseUrl, onLost)
    : openSqlite(join(config.dataDir, 'portfolio.db'))
  const images = new ImageStore(uploads, log)
  const network = openInternet()
  return {
    config,
    log,
    db,
    emailKinds,
    letterheadOf,
    jobs: new Jobs(
      { ...emailJobs(emailKinds), ...webhookJobs, ...previewJobs, ...backupJobs, ...cleanupJobs },
      jobSlots,
    ),
    changes,
    visits: new VisitCounts(config),
    backups: new BackupSlot(),
    siteChecker: new SiteChecker(network),
    network,
    site: new SiteBook({ db, changes }),
    passwordHasher: new PasswordHasher(),
    uploadLimiters: new UploadLimiters(),
    uploads,
    images,
    metrics,
    readiness: new Readiness({ config, db, log, uploads }),
    async inTransaction(work) {
      const result = await this.db.transaction().execute(work)
      this.changes.emit('jobs')
      return result
    },
    now: () => new Date(),
    async close() {
      await images.stop()
      await db.destroy()
    },
  }
}
