// The owner's order of projects, which the gallery follows: each has a position, the first one in the gallery the greatest.
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { moveProject } from '../../contract/portfolio.ts'
import type { AppContext } from '../context.ts'
import { lock } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import type { Tables } from '../db/tables.ts'
import { changePublicContent } from '../public-content.ts'
import { iso } from '../time.ts'
import { unknownProject } from './project-id.ts'

type Tx = Transaction<Tables>
type Move = z.output<typeof moveProject.body>

/**
 * Of two moves at once the second one starts from what the first one left.
 * @throws Problem 'unknown' for a project that is gone, also for the one next to which it was to stand
 */
export async function move(context: AppContext, id: string, { to, other }: Move): Promise<void> {
  await changePublicContent(context, async (tx) => {
    await lock(tx, 'order')
    const count = await numberAll(tx)
    const own = await positionOf(tx, id)
    const target = other === undefined ? own : await positionOf(tx, other)
    const positions = {
      top: count,
      up: Math.min(own + 1, count),
      down: Math.max(own - 1, 1),
      // Those between move by one: what stood above is one lower once the project has left, or the reverse.
      above: own < target ? target : target + 1,
      below: own < target ? target - 1 : target,
    }
    await put(tx, id, own, other === id ? own : positions[to])
  })
}

/** From 1, without gaps: two projects that were added at the same moment may have the same position. @returns how many there are */
async function numberAll(tx: Tx): Promise<number> {
  await sql`
    with numbered as (select id, row_number() over (order by position, id) as number from projects)
    update projects set position = number from numbered
    where numbered.id = projects.id and position <> number`.execute(tx)
  return countRows(tx.selectFrom('projects'))
}

async function put(tx: Tx, id: string, from: number, to: number): Promise<void> {
  const between = (row: ExpressionBuilder<Tables, 'projects'>) =>
    row.and([row('position', '>=', Math.min(from, to)), row('position', '<=', Math.max(from, to))])
  await tx
    .updateTable('projects')
    .set((row) => ({
      position: row
        .case()
        .when('id', '=', id)
        .then(to)
        .else(row('position', '+', from < to ? -1 : 1))
        .end(),
    }))
    .where(between)
    .execute()
}

async function positionOf(tx: Tx, id: string): Promise<number> {
  const row = await tx.selectFrom('projects').select('position').where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownProject()
  return row.position
}

/** Once the demo is there, whose projects are added at the same moment: newest first. */
export async function orderByAge(context: AppContext): Promise<void> {
  await changePublicContent(context, (tx) =>
    sql`
      with numbered as (select id, row_number() over (order by created_at, id) as number from projects)
      update projects set position = number from numbered where numbered.id = projects.id`.execute(tx),
  )
}

/** @throws Problem 'unknown' */
export async function setFeatured(context: AppContext, id: string, featured: boolean): Promise<void> {
  await changePublicContent(context, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('projects')
      .set({ featured_at: featured ? iso(context) : null })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknownProject()
  })
}
