// Checks of `npm run doctor` that need the database: its schema and durability, the mail queue, the last sign-in.
import { folderProblem } from '../backup/backup-folder.ts'
import { backupTrouble, readSchedule } from '../backup/schedule.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { isReadOnly, probeWrite } from '../db/connect.ts'
import { durabilityOff } from '../db/durability.ts'
import { schemaOf, stepNames, waitForDatabase } from '../db/migrate.ts'
import { mailTrouble, readMailState } from '../mail/outbox.ts'
import { nameOf } from '../start-errors.ts'
import { type Finding, ok, problem } from './finding.ts'

export async function checkDatabase({ config, db }: AppContext): Promise<Finding> {
  const about = 'Database'
  const name = nameOf(config)
  await waitForDatabase(db, () => {})
  if (config.databaseUrl && (await isReadOnly(db)))
    return problem(about, `${name} is read-only, as a standby is; name the primary in DATABASE_URL.`)
  const schema = await schemaOf(db)
  if (schema === null)
    return problem(about, `${name} has no tables of this product; start the server, which makes them.`)
  if (schema !== stepNames.at(-1))
    return problem(about, `${name} is of an older version; start the server, which upgrades it.`)
  // What fails is explained as at a start.
  await probeWrite(db)
  return ok(about, `${name} responds and can be written`)
}

/** Only for PostgreSQL. */
export async function checkDurability({ db }: AppContext): Promise<Finding> {
  const about = 'Durability'
  const off = await durabilityOff(db)
  return off.length > 0
    ? problem(about, `${off.join(' and ')} of PostgreSQL is off: a crash loses data; switch it on.`)
    : ok(about, 'PostgreSQL acknowledges what is on its disk')
}

export async function checkQueue(context: AppContext): Promise<Finding> {
  const about = 'Queue'
  const trouble = mailTrouble(await readMailState(context))
  return trouble
    ? problem(about, `emails wait: ${trouble} After a correction send a test email in Settings.`)
    : ok(about, 'no email waits for a retry')
}

export async function checkBackups(context: AppContext): Promise<Finding> {
  const about = 'Backups'
  if ((await readSchedule(context)).interval === 'off') return ok(about, 'none are scheduled')
  const trouble = await backupTrouble(context)
  if (trouble) return problem(about, `the last scheduled one failed: ${trouble}`)
  const { backupDir } = context.config
  const wrong = await folderProblem(backupDir)
  if (wrong) return problem(about, wrong)
  return ok(about, `scheduled, and stored in ${backupDir}`)
}

/** What can be said without a sign-in. */
export function checkProxySettings({ publicUrl, trustProxy }: Config): Finding | null {
  const about = 'Proxy'
  if (trustProxy > 0) return null
  return publicUrl.startsWith('https:')
    ? problem(
        about,
        'PUBLIC_URL is https but TRUST_PROXY is off, so all visitors count as one client; set TRUST_PROXY=1.',
      )
    : ok(about, 'TRUST_PROXY is off, and http needs no proxy')
}

/**
 * The server shows nobody what a proxy sends. What it concluded from it is in the audit trail: with TRUST_PROXY, sign-ins
 * of admins have IP addresses there, unless the proxy names none.
 */
export async function checkProxyHeaders({ db }: AppContext): Promise<Finding> {
  const about = 'Proxy'
  const last = await db
    .selectFrom('audit_events')
    .select(['ip', 'created_at'])
    .where('kind', '=', 'login.succeeded')
    .where('fold_key', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!last) return ok(about, 'not checked: no admin has signed in yet')
  return last.ip === null
    ? problem(
        about,
        `the last sign-in of an admin (${last.created_at}) came without an IP address; let the proxy set X-Forwarded-For, then sign in again.`,
      )
    : ok(
        about,
        `the last sign-in of an admin came from ${last.ip}; if that is not yours, correct TRUST_PROXY`,
      )
}
