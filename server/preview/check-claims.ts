// Which check is due, the lease of the process that makes it, and its outcome.
import { randomInt } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { PreviewCheck } from '../../contract/preview-check.ts'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { changePublicContent } from '../public-content.ts'
import { asCheck, obstacleIn } from './check-rows.ts'
import type { Finding } from './site-check.ts'

/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute
/** Longer than a check may take; after a crash another process makes it then. */
const lease = minute
/** Daily, with a spread, so that those of many projects do not stay together. */
const interval = 23 * hour
const spread = 2 * hour
/** A site that is dead for less than half an hour is looked at again, before anybody is emailed. */
export const confirmedAfter = 30 * minute
const confirmation = hour

export type ClaimedCheck = Selectable<Tables['preview_checks']>

/** Takes the leases of checks that are due, the oldest first. Of several instances one gets each. */
export async function claimDue(context: AppContext, max: number): Promise<ClaimedCheck[]> {
  const claimed: ClaimedCheck[] = []
  for (const { item_id, due_at } of await dueChecks(context, max)) {
    // Not one that another process has made since it was read.
    const row = await claim(context, item_id, due_at ?? undefined)
    if (row) claimed.push(row)
  }
  return claimed
}

/**
 * @param dueAt takes it only if it is due at this time; otherwise due or not
 * @returns undefined where another process is making it, and where there is no such project
 */
export function claim(context: AppContext, id: string, dueAt?: string): Promise<ClaimedCheck | undefined> {
  const row = context.db
    .updateTable('preview_checks')
    .set({ lease_until: iso(context, lease) })
    .where('item_id', '=', id)
    .where((row) => isFree(context, row))
    .returningAll()
  return (dueAt === undefined ? row : row.where('due_at', '=', dueAt)).executeTakeFirst()
}

async function dueChecks(
  context: AppContext,
  max: number,
): Promise<Pick<ClaimedCheck, 'item_id' | 'due_at'>[]> {
  const free = context.db
    .selectFrom('preview_checks')
    .select(['item_id', 'due_at'])
    .where((row) => isFree(context, row))
    .orderBy('due_at')
    .limit(max)
  const due = await free.where('due_at', '<=', iso(context)).execute()
  // Written by a clock that has been set back since.
  const latest = iso(context, interval + spread + clockTolerance)
  return due.length > 0 ? due : free.where('due_at', '>', latest).execute()
}

function isFree(context: AppContext, row: ExpressionBuilder<Tables, 'preview_checks'>) {
  return row.or([
    row('lease_until', 'is', null),
    row('lease_until', '<=', iso(context)),
    row('lease_until', '>', iso(context, lease + clockTolerance)),
  ])
}

/** Nothing was found out. @param afterMs when it is due again; as before unless given */
export async function giveBack(context: AppContext, row: ClaimedCheck, afterMs?: number): Promise<void> {
  await claimedRow(context.db, row)
    .set({ lease_until: null, ...(afterMs === undefined ? {} : { due_at: iso(context, afterMs) }) })
    .execute()
}

/** A site that was never checked is shown with that reason; what is known of others stays. */
export async function noteNoNetwork({ db }: Pick<AppContext, 'db'>, row: ClaimedCheck): Promise<void> {
  const unchecked = claimedRow(db, row).where('state', '=', 'unchecked')
  await unchecked.set({ reason: 'no-network' }).execute()
}

/**
 * Public pages change with what visitors are told.
 * @returns null where the project was saved or deleted during the check
 */
export async function storeFinding(
  context: AppContext,
  row: ClaimedCheck,
  finding: Finding,
): Promise<PreviewCheck | null> {
  const before = obstacleIn(row)
  const after = obstacleIn(finding)
  const isSame = before?.state === after?.state && before?.reason === after?.reason
  const stored = isSame
    ? await store(context, context.db, row, finding)
    : await changePublicContent(context, (tx) => store(context, tx, row, finding))
  if (!stored) return null
  if (row.state !== finding.state || row.reason !== finding.reason) {
    const { state, reason } = finding
    context.log.info(
      { event: 'preview.changed', itemId: row.item_id, state, reason },
      'a preview was checked',
    )
  }
  return asCheck(stored)
}

function store(
  context: AppContext,
  db: AppContext['db'],
  row: ClaimedCheck,
  { state, reason, detail }: Finding,
) {
  const now = iso(context)
  const isDead = state === 'dead'
  const deadSince = isDead ? (row.dead_since ?? now) : null
  const isNew = deadSince !== null && deadSince > iso(context, -confirmedAfter)
  return claimedRow(db, row)
    .set({
      state,
      reason,
      detail,
      checked_at: now,
      dead_since: deadSince,
      due_at: iso(context, isNew ? confirmation : interval + randomInt(spread)),
      lease_until: null,
      ...(isDead ? {} : { told_at: null }),
    })
    .returningAll()
    .executeTakeFirst()
}

/** Not a row that was saved with another URL, or claimed by another process, since. */
function claimedRow(db: AppContext['db'], { item_id, url, lease_until }: ClaimedCheck) {
  return db
    .updateTable('preview_checks')
    .where('item_id', '=', item_id)
    .where('url', '=', url)
    .where('lease_until', '=', lease_until)
}
