// The owner's order of projects: used from the first move on. A project has a place of its own once it was moved; until then
// its time and its id are its place (docs/decisions/0034).
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { isId } from '../../contract/ids.ts'
import type { moveItem } from '../../contract/portfolio-order.ts'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, iso } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { changePublicContent } from '../public-content.ts'
import { placeOf } from './place-key.ts'
import { firstPlace, placeAbove, placeBelow, placesBetween } from './places.ts'

type Tx = Transaction<Tables>
type Move = z.output<typeof moveItem.body>

interface Placed {
  id: string
  place: string
}

/** The counter of moves; more than 0: the order is used. Its row is locked by everything that gives out places. */
const counter = 'own-order'
/** Characters from which on places are distributed again: hundreds of moves into one gap. */
const maxPlace = 120
/** Rows on each side that get new places with it. */
const neighbours = 32

export async function isOwnOrderUsed(db: Database): Promise<boolean> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', counter).executeTakeFirst()
  return (row?.value ?? 0) > 0
}

/**
 * Writes the place of one project, or of 65 where places have become long. Of two moves at once the second one starts from
 * what the first one left.
 * @throws Problem 'unknown' for a project that is gone, also for the one next to which it was to stand
 */
export async function move(context: AppContext, id: string, { to, other }: Move): Promise<void> {
  await changePublicContent(context, async (tx) => {
    await raise(tx, 1)
    const item = await placed(tx, id)
    if (to === 'up' || to === 'down') {
      const next = await nearest(tx, item, to, 1, id)
      if (next[0]) await insert(tx, item, next[0], to)
    } else if (to === 'top') {
      const first = await firstOf(tx)
      if (first && first.id !== id) await insert(tx, item, first, 'up')
    } else if (other !== id)
      await insert(tx, item, await placed(tx, String(other)), to === 'above' ? 'up' : 'down')
  })
}

/** In the transaction that adds a project. @returns its place: above all others, or null where its time makes it the first */
export async function newPlace(tx: Tx, createdAt: string, id: string): Promise<string | null> {
  if ((await raise(tx, 0)) === 0) return null
  const first = await firstOf(tx)
  return first && first.place >= firstPlace(createdAt, id) ? placeAbove(first.place) : null
}

/** Locks the order until the transaction ends. */
async function raise(tx: Tx, by: 0 | 1): Promise<number> {
  const { value } = await tx
    .insertInto('counters')
    .values({ name: counter, value: by })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', by) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Puts a project next to another one, on its upper or its lower side. */
async function insert(tx: Tx, item: Placed, other: Placed, side: 'up' | 'down'): Promise<void> {
  const [beyond] = await nearest(tx, other, side, 1, item.id)
  const [lower, upper] = side === 'up' ? [other, beyond] : [beyond, other]
  if (!upper) return write(tx, item.id, placeAbove(other.place))
  if (!lower) return write(tx, item.id, placeBelow(other.place))
  const [place = ''] = placesBetween(lower.place, upper.place, 1)
  if (place.length <= maxPlace) return write(tx, item.id, place)
  await distribute(tx, item, lower, upper)
}

/** Gives new places to a project and to those around the gap into which it moves; to more of them where these are as tight. */
async function distribute(tx: Tx, item: Placed, lower: Placed, upper: Placed): Promise<void> {
  for (let rows = neighbours; ; rows *= 2) {
    const below = [lower, ...(await nearest(tx, lower, 'down', rows, item.id))]
    const above = [upper, ...(await nearest(tx, upper, 'up', rows, item.id))]
    // The outermost keep their places, unless they are the ends of the list.
    const bottom = below.length > rows ? below.pop()?.place : placeBelow(below.at(-1)?.place ?? '')
    const top = above.length > rows ? above.pop()?.place : placeAbove(above.at(-1)?.place ?? '')
    const all = [...below.toReversed(), item, ...above]
    const places = placesBetween(bottom ?? '', top ?? '', all.length)
    const isWhole = below.length < rows && above.length < rows
    if (!isWhole && places.some((place) => place.length > maxPlace / 2)) continue
    for (const [n, { id }] of all.entries()) await write(tx, id, places[n] ?? '')
    return
  }
}

async function write(tx: Tx, id: string, place: string): Promise<void> {
  await tx.updateTable('items').set({ place }).where('id', '=', id).execute()
}

async function placed(tx: Tx, id: string): Promise<Placed> {
  const row = isId(id)
    ? await tx
        .selectFrom('items')
        .select(['id', placeOf('items').as('place')])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw unknown()
  return row
}

async function firstOf(tx: Tx): Promise<Placed | undefined> {
  return (await rows(tx, sql`true`, 'down', 1))[0]
}

/** The rows next to a place, nearest first. @param without the id of the project that moves */
function nearest(tx: Tx, { place }: Placed, side: 'up' | 'down', limit: number, without: string) {
  const key = placeOf('items')
  const beyond = side === 'up' ? sql`${key} > ${place}` : sql`${key} < ${place}`
  return rows(tx, sql`${beyond} and id <> ${without}`, side, limit)
}

async function rows(
  tx: Tx,
  where: RawBuilder<unknown>,
  side: 'up' | 'down',
  limit: number,
): Promise<Placed[]> {
  const key = placeOf('items')
  const found = await sql<Placed>`select id, ${key} as place from items where ${where}
    order by ${key} ${sql.raw(side === 'up' ? 'asc' : 'desc')} limit ${limit}`.execute(tx)
  return found.rows
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
