// The rows of preview checks: one for each project, made and changed with it, and what is told of it.
import { sql } from 'kysely'
import type { PreviewCheck, PreviewObstacle } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { PreviewCheckRow } from '../db/tables.ts'
import { reschedule } from '../jobs/jobs.ts'
import { iso } from '../time.ts'

type Configured = Pick<AppContext, 'db' | 'config'>

/** The kind of job that makes the checks that are due. */
export const checksKind = 'preview-checks'

/** Milliseconds for which a check counts as one of this moment: saving a project again and again requests its site once. */
const freshFor = 10 * 60_000

/**
 * In the transaction that saves the project. Nothing is known about another URL than before; the same is due again, unless it
 * has just been checked. A demo page is our own: it is shown live, and nothing checks it.
 */
export async function renewCheck(
  context: AppContext,
  tx: Tx,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const [state, due_at] = url.startsWith('/')
    ? (['allowed', null] as const)
    : (['unchecked', iso(context)] as const)
  await tx.deleteFrom('preview_checks').where('project_id', '=', id).where('url', '!=', url).execute()
  await tx
    .insertInto('preview_checks')
    .values({ project_id: id, url, state, due_at })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ due_at })
        .where((row) =>
          row.or([
            row('preview_checks.checked_at', 'is', null),
            row('preview_checks.checked_at', '<=', iso(context, -freshFor)),
          ]),
        ),
    )
    .execute()
  await reschedule(context, tx, checksKind, context.now())
}

/** For projects that a restore has stored: no archive holds checks. */
export async function addMissingChecks(tx: Tx): Promise<void> {
  await sql`
    insert into preview_checks (project_id, url, state, due_at)
    select id, url, case when url like '/%' then 'allowed' else 'unchecked' end,
      case when url like '/%' then null else '' end
    from projects where id not in (select project_id from preview_checks)`.execute(tx)
}

/** By id of the project. Empty while checks are off: what was found before they were may be long gone. */
export async function checksOf(
  { db, config }: Configured,
  ids: readonly string[],
): Promise<Record<string, PreviewCheck>> {
  if (!config.previewCheck || ids.length === 0) return {}
  const rows = await db.selectFrom('preview_checks').selectAll().where('project_id', 'in', ids).execute()
  return Object.fromEntries(rows.map((row) => [row.project_id, asCheck(row)]))
}

export function asCheck(
  row: Pick<PreviewCheckRow, 'state' | 'reason' | 'detail' | 'checked_at' | 'dead_since'>,
): PreviewCheck {
  const { state, reason, detail, checked_at: checkedAt, dead_since: deadSince } = row
  return { state, reason, detail, checkedAt, deadSince }
}

/** What visitors are told; null for a site that their browser may try. */
export async function obstacleOf(context: Configured, id: string): Promise<PreviewObstacle | null> {
  const check = (await checksOf(context, [id]))[id]
  return check ? obstacleIn(check) : null
}

export function obstacleIn({
  state,
  reason,
}: Pick<PreviewCheck, 'state' | 'reason'>): PreviewObstacle | null {
  if (reason === null || (state !== 'forbidden' && state !== 'dead' && state !== 'unencrypted')) return null
  return { state, reason }
}
