// The owner's order of projects: used from the first move on, which numbers all of them. The first project has the greatest number.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { moveItem } from '../../contract/portfolio-order.ts'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, iso } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { changePublicContent } from '../public-content.ts'

type Tx = Transaction<Tables>
type Move = z.output<typeof moveItem.body>

/** The counter of moves; more than 0: the order is used. Its row is locked by everything that gives out positions. */
const counter = 'own-order'
/** Positions are stored as text and begin here, so that all have eight digits. */
const base = 10_000_000

const position = sql<number>`cast(place as integer)`
const asPlace = (value: RawBuilder<number>) => sql<string>`cast(${value} as text)`

export async function isOwnOrderUsed(db: Database): Promise<boolean> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', counter).executeTakeFirst()
  return (row?.value ?? 0) > 0
}

/**
 * Of two moves at once the second one starts from what the first one left.
 * @throws Problem 'unknown' for a project that is gone, also for the one next to which it was to stand
 */
export async function move(context: AppContext, id: string, { to, other }: Move): Promise<void> {
  await changePublicContent(context, async (tx) => {
    if ((await lock(tx, 1)) === 1) await numberAll(tx)
    const own = await positionOf(tx, id)
    if (to === 'top') {
      const top = await topPosition(tx)
      if (own < top) await put(tx, id, top + 1)
    } else if (to === 'up' || to === 'down') {
      const next = await neighbour(tx, own, to)
      if (!next) return
      await put(tx, id, next.position)
      await put(tx, next.id, own)
    } else if (other !== id) {
      const target = (await positionOf(tx, String(other))) + (to === 'above' ? 1 : 0)
      await tx
        .updateTable('items')
        .set({ place: asPlace(sql`${position} + 1`) })
        .where(position, '>=', target)
        .execute()
      await put(tx, id, target)
    }
  })
}

/** In the transaction that adds a project. @returns the place above all others, or null while the order is not used */
export async function newPlace(tx: Tx): Promise<string | null> {
  return (await lock(tx, 0)) === 0 ? null : String((await topPosition(tx)) + 1)
}

/** Locks the order until the transaction ends. @returns how many moves there were */
async function lock(tx: Tx, moves: 0 | 1): Promise<number> {
  const { value } = await tx
    .insertInto('counters')
    .values({ name: counter, value: moves })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', moves) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** From the order of the gallery until then: newest first, ties by id. */
async function numberAll(tx: Tx): Promise<void> {
  await sql`
    with numbered as (select id, row_number() over (order by created_at, id) as n from items)
    update items set place = cast(${sql.lit(base)} + numbered.n as text)
    from numbered where numbered.id = items.id`.execute(tx)
}

async function put(tx: Tx, id: string, at: number): Promise<void> {
  await tx
    .updateTable('items')
    .set({ place: String(at) })
    .where('id', '=', id)
    .execute()
}

async function positionOf(tx: Tx, id: string): Promise<number> {
  const row = await tx.selectFrom('items').select('place').where('id', '=', id).executeTakeFirst()
  if (!row) throw unknown()
  return Number(row.place)
}

async function topPosition(tx: Tx): Promise<number> {
  const { top } = await tx
    .selectFrom('items')
    .select((query) => query.fn.max('place').as('top'))
    .executeTakeFirstOrThrow()
  return Number(top ?? base)
}

/** The project next to a position. */
async function neighbour(tx: Tx, own: number, side: 'up' | 'down') {
  const row = await tx
    .selectFrom('items')
    .select(['id', 'place'])
    .where('place', side === 'up' ? '>' : '<', String(own))
    .orderBy('place', side === 'up' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, position: Number(row.place) }
}

/** @throws Problem 'unknown' */
export async function setFeatured(context: AppContext, id: string, featured: boolean): Promise<void> {
  await changePublicContent(context, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('items')
      .set({ featured_at: featured ? iso(context) : null })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknown()
  })
}

function unknown(): Problem {
  return new Problem('unknown', 'This portfolio no longer exists.')
}
