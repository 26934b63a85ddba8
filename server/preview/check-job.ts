// Checks the sites of projects: daily, after one was saved, and at once for an admin who waits for it.
import { Problem } from '../../contract/problem.ts'
import type { PreviewCheck } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { PreviewCheckRow } from '../db/tables.ts'
import { OutboundError } from '../http/outbound.ts'
import { count, type Limit } from '../http/rate-limit.ts'
import { type JobKinds, reschedule } from '../jobs/jobs.ts'
import { changePublicContent } from '../public-content.ts'
import { clockTolerance, hour, iso, minute } from '../time.ts'
import { asCheck, checksKind, obstacleIn } from './check-rows.ts'
import { confirmedAfter, emailDeadLinks } from './dead-links.ts'
import type { Finding } from './site-check.ts'

const interval = 24 * hour
/** Of a site that was not dead before. */
const confirmation = hour
/** While this server has no way out. */
const retryAfter = hour
const atOnce = 4

/** Its site belongs to somebody else. */
const ofProject: Limit = {
  name: 'preview-check',
  max: 6,
  within: 10 * minute,
  message: 'This project has been checked often enough for now.',
}

export const previewJobs: JobKinds = {
  [checksKind]: {
    queue: 'previews',
    every: minute,
    run: async (context, _job, signal) => {
      if (context.config.previewCheck) await checkDue(context, signal)
      return undefined
    },
  },
}

async function checkDue(context: AppContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await readDue(context)
    if (due.length === 0) break
    await Promise.all(due.map((row) => checkOne(context, row, signal)))
  }
  if (!signal.aborted) await emailDeadLinks(context)
}

/** The oldest first. */
async function readDue(context: AppContext): Promise<PreviewCheckRow[]> {
  return (
    context.db
      .selectFrom('preview_checks')
      .selectAll()
      // The second is of a clock that has been set back since.
      .where((row) =>
        row.or([
          row('due_at', '<=', iso(context)),
          row('due_at', '>', iso(context, interval + clockTolerance)),
        ]),
      )
      .orderBy('due_at')
      .limit(atOnce)
      .execute()
  )
}

async function checkOne(context: AppContext, row: PreviewCheckRow, signal: AbortSignal): Promise<void> {
  const { siteChecker, config, log } = context
  try {
    const finding = await siteChecker.check(config.publicUrl, row.url, signal)
    if (!signal.aborted) await storeFinding(context, row, finding)
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof OutboundError) await noteNoNetwork(context, row)
    else
      log.error(
        { event: 'preview.failed', projectId: row.project_id, err: error },
        'a check of a preview failed',
      )
    await unlessSaved(context.db, row)
      .set({ due_at: iso(context, retryAfter) })
      .execute()
  }
}

/** @throws Problem 'conflict' while checks are off, or when the project is saved during the check; 'unknown'; 'too-many'; 'unavailable' */
export async function checkNow(context: AppContext, id: string): Promise<PreviewCheck> {
  const { config, db, siteChecker } = context
  if (!config.previewCheck)
    throw new Problem('conflict', 'The server checks no projects: PREVIEW_CHECK is off.')
  const row = await db
    .selectFrom('preview_checks')
    .selectAll()
    .where('project_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('unknown', 'This portfolio no longer exists.')
  await count(context, ofProject, id)
  // Our own page.
  if (row.due_at === null) return asCheck(row)
  try {
    const finding = await siteChecker.check(config.publicUrl, row.url)
    const check = await storeFinding(context, row, finding)
    if (!check)
      throw new Problem('conflict', 'The project was saved during the check. Please check it again.')
    // The job alone emails the owner: two at the same moment would tell the same.
    await context.inTransaction((tx) => reschedule(context, tx, checksKind, context.now()))
    return check
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    await noteNoNetwork(context, row)
    const message = 'This server has no way to the internet, or no DNS: nothing could be checked.'
    throw new Problem('unavailable', message, { cause: error })
  }
}

/** A site that was never checked is shown with that reason; what is known of others stays. */
async function noteNoNetwork({ db }: AppContext, row: PreviewCheckRow): Promise<void> {
  const unchecked = unlessSaved(db, row).where('state', '=', 'unchecked')
  await unchecked.set({ reason: 'no-network' }).execute()
}

/**
 * Public pages change with what visitors are told.
 * @returns null where the project was saved with another URL, or deleted, during the check
 */
async function storeFinding(
  context: AppContext,
  row: PreviewCheckRow,
  finding: Finding,
): Promise<PreviewCheck | null> {
  const { state, reason, detail } = finding
  const now = iso(context)
  const deadSince = state === 'dead' ? (row.dead_since ?? now) : null
  const isNew = deadSince !== null && deadSince > iso(context, -confirmedAfter)
  const store = (db: Database) =>
    unlessSaved(db, row)
      .set({
        state,
        reason,
        detail,
        checked_at: now,
        dead_since: deadSince,
        due_at: iso(context, isNew ? confirmation : interval),
        ...(deadSince === null ? { told_at: null } : {}),
      })
      .returningAll()
      .executeTakeFirst()
  const before = obstacleIn(row)
  const after = obstacleIn(finding)
  const isSame = before?.state === after?.state && before?.reason === after?.reason
  const stored = await (isSame ? store(context.db) : changePublicContent(context, store))
  if (!stored) return null
  if (row.state !== state || row.reason !== reason)
    context.log.info(
      { event: 'preview.changed', projectId: row.project_id, state, reason },
      'a preview was checked',
    )
  return asCheck(stored)
}

/** Not a row that was saved with another URL since. */
function unlessSaved(db: Database, { project_id, url }: PreviewCheckRow) {
  return db.updateTable('preview_checks').where('project_id', '=', project_id).where('url', '=', url)
}
