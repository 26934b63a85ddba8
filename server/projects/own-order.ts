// The owner's order of projects, which the gallery follows: each has a position, the first one in the gallery the greatest.
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { moveProject } from '../../contract/portfolio.ts'
import type { AppContext } from '../context.ts'
import { lock, type Tx } from '../db/connect.ts'
import { changePublicContent } from '../public-content.ts'
import { unknownProject } from './project-id.ts'

type Move = z.output<typeof moveProject.body>

/**
 * All are numbered by even numbers first, so that there is a free one above and below each.
 * Of two moves at once the second one starts from what the first one left.
 * @throws Problem 'unknown' for a project that is gone, also for the one next to which it was to stand
 */
export async function move(context: AppContext, id: string, { to, other }: Move): Promise<void> {
  await changePublicContent(context, async (tx) => {
    await lock(tx, 'order')
    await sql`
      with numbered as (select id, row_number() over (order by position, id) as number from projects)
      update projects set position = 2 * number from numbered
      where numbered.id = projects.id and position <> 2 * number`.execute(tx)
    const own = await positionOf(tx, id)
    const target = other === undefined ? own : await positionOf(tx, other)
    const { top } = await tx
      .selectFrom('projects')
      .select((row) => row.fn.max('position').as('top'))
      .executeTakeFirstOrThrow()
    const positions = { top: top + 1, up: own + 3, down: own - 3, above: target + 1, below: target - 1 }
    await tx.updateTable('projects').set({ position: positions[to] }).where('id', '=', id).execute()
  })
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
