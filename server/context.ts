// The AppContext: what features may use. Built once at the start by create-context.ts.
import type { PasswordHasher } from './accounts/password-hashing.ts'
import type { BackupSlot } from './backup/create-backup.ts'
import type { Config } from './config.ts'
import type { VisitCounts } from './counts/visits.ts'
import type { Database, Tx } from './db/connect.ts'
import type { UploadLimiters } from './http/accept-form.ts'
import type { Network } from './http/outbound.ts'
import type { ImageStore } from './images/image-store.ts'
import type { Uploads } from './images/uploads.ts'
import type { Jobs } from './jobs/runner.ts'
import type { Log } from './log.ts'
import type { Letterhead } from './mail/layout.ts'
import type { EmailKinds } from './mail/outbox.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { SiteChecker } from './preview/site-check.ts'
import type { Changes } from './public-content.ts'
import type { Readiness } from './readiness.ts'
import type { SiteBook } from './site/site-book.ts'

export interface AppContext {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  /** The kinds of email that the features register. */
  readonly emailKinds: EmailKinds
  /** What every email carries of the brand. */
  readonly letterheadOf: (context: AppContext) => Promise<Letterhead>
  /** The kinds of jobs that the features register, and those being run. */
  readonly jobs: Jobs
  readonly uploadLimiters: UploadLimiters
  readonly uploads: Uploads
  readonly images: ImageStore
  readonly changes: Changes
  /** Visits that are not stored yet. */
  readonly visits: VisitCounts
  /** The backup being made in this process. */
  readonly backups: BackupSlot
  /** Reaches the sites of projects; the tests' one leads to their own servers. */
  readonly siteChecker: SiteChecker
  /** Over which webhooks and mail servers that admins name are reached. */
  readonly network: Network
  /** The published content of the site, and all that follows from it. */
  readonly site: SiteBook
  readonly readiness: Readiness
  /** Null while METRICS_TOKEN is not set. */
  readonly metrics: Metrics | null
  readonly passwordHasher: PasswordHasher
  /** A transaction that queues jobs: what is due of them runs as soon as it is committed. */
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The clock; tests move it. */
  now(): Date
  /** Ends image processing and closes the connections to the database. */
  close(): Promise<void>
}
