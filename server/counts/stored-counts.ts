// The daily counts as rows: added to every few seconds, read for the dashboard, deleted after 400 days.
import { sql, type Transaction } from 'kysely'
import type { Counts, DayCounts, TopProject } from '../../contract/counts.ts'
import { imageUrl } from '../../contract/images.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { isCountingOn } from './counting.ts'
import type { PendingCounts } from './visits.ts'

type Db = Pick<AppContext, 'db'>

const day = 24 * 60 * 60_000
/** Days for which counts are stored [R330]. */
const retention = 400
/** Projects that are listed, and those read for them: some may have been deleted since. */
const topShown = 4
const topRead = 20
/** Projects of a day that are read for that list, those opened most. */
const maxOfDay = 2_000
/** That list is shown again for so many times as long as it took to read it: reading it takes a hundredth of the time. */
const topShare = 100

/** The row of the whole site. */
const whole = ''

/** YYYY-MM-DD of the last `count` days, of UTC, the last one that of `now`. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * day).toISOString().slice(0, 10),
  )
}

/** Stores what was counted since the last call, or counts it again where that fails. One transaction, of bounded size. */
export async function storeVisits(context: Pick<AppContext, 'db' | 'visits'>): Promise<void> {
  const { db, visits } = context
  const taken = visits.take()
  if (taken.length === 0) return
  try {
    await db.transaction().execute(async (tx) => {
      // Another instance may have switched it off.
      if (await isCountingOn({ db: tx })) await add(tx, taken)
    })
  } catch (error) {
    visits.giveBack(taken)
    throw error
  }
}

async function add(tx: Transaction<Tables>, taken: readonly PendingCounts[]): Promise<void> {
  const published = await publishedOf(tx, taken)
  const rows = new Map<string, PendingCounts>()
  const addTo = (at: string, itemId: string, { views, opens, clicks }: Counts) => {
    const key = `${at} ${itemId}`
    const row = rows.get(key) ?? { day: at, itemId, views: 0, opens: 0, clicks: 0 }
    rows.set(key, row)
    row.views += views
    row.opens += opens
    row.clicks += clicks
  }
  for (const { day: at, itemId, ...counts } of taken) {
    if (itemId !== whole && !published.has(itemId)) continue
    addTo(at, whole, counts)
    if (itemId !== whole) addTo(at, itemId, counts)
  }
  if (rows.size === 0) return
  // In one order: two instances that add to the same rows wait for each other, and never both.
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await tx
    .insertInto('daily_counts')
    .values(sorted.map(({ itemId, ...row }) => ({ ...row, item_id: itemId })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'item_id']).doUpdateSet({
        views: sql<number>`daily_counts.views + excluded.views`,
        opens: sql<number>`daily_counts.opens + excluded.opens`,
        clicks: sql<number>`daily_counts.clicks + excluded.clicks`,
      }),
    )
    .execute()
}

/** Whatever ids were reported, only those of published projects become rows [T77]. */
async function publishedOf(tx: Transaction<Tables>, taken: readonly PendingCounts[]): Promise<Set<string>> {
  const ids = [...new Set(taken.map(({ itemId }) => itemId))].filter((id) => id !== whole)
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('items')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'published')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Each of the last days, and the sum of as many days before. */
export async function readDays(
  { db, now }: Db & Pick<AppContext, 'now'>,
  count: number,
): Promise<{ days: DayCounts[]; before: Counts }> {
  const wanted = lastDays(now(), 2 * count)
  const rows = await db
    .selectFrom('daily_counts')
    .selectAll()
    .where('day', 'in', wanted)
    .where('item_id', '=', whole)
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const all = wanted.map((at) => {
    const { views = 0, opens = 0, clicks = 0 } = byDay.get(at) ?? {}
    return { day: at, views, opens, clicks }
  })
  const before = { views: 0, opens: 0, clicks: 0 }
  for (const { views, opens, clicks } of all.slice(0, count)) {
    before.views += views
    before.opens += opens
    before.clicks += clicks
  }
  return { days: all.slice(count), before }
}

/** Read from a row for each project and day, so what was read is shown again for a while [R331]. */
export class TopProjects {
  readonly #read = new Map<number, { until: number; ranked: Promise<Ranked[]> }>()

  /** The projects whose previews were opened most in the last days; those that are deleted are left out. */
  async of(context: Db & Pick<AppContext, 'now'>, count: number): Promise<TopProject[]> {
    const began = performance.now()
    let read = this.#read.get(count)
    if (!read || read.until <= began) {
      // Requests that come while it is being read wait for it.
      const reading = { until: Number.POSITIVE_INFINITY, ranked: rank(context, count) }
      this.#read.set(count, reading)
      reading.ranked.then(
        () => {
          const end = performance.now()
          reading.until = end + topShare * (end - began)
        },
        () => this.#read.delete(count),
      )
      read = reading
    }
    return describe(context, await read.ranked)
  }
}

interface Ranked {
  id: string
  opens: number
  clicks: number
}

/** A statement for each day, so that none holds other requests for long on SQLite. */
async function rank({ db, now }: Db & Pick<AppContext, 'now'>, count: number): Promise<Ranked[]> {
  const sums = new Map<string, Ranked>()
  for (const at of lastDays(now(), count)) {
    const rows = await db
      .selectFrom('daily_counts')
      .select(['item_id', 'opens', 'clicks'])
      .where('day', '=', at)
      .where('item_id', '>', whole)
      .orderBy('opens', 'desc')
      .limit(maxOfDay)
      .execute()
    for (const { item_id: id, opens, clicks } of rows) {
      const sum = sums.get(id) ?? { id, opens: 0, clicks: 0 }
      sums.set(id, sum)
      sum.opens += opens
      sum.clicks += clicks
    }
  }
  return [...sums.values()]
    .sort((a, b) => b.opens - a.opens || b.clicks - a.clicks || (a.id < b.id ? -1 : 1))
    .slice(0, topRead)
}

async function describe({ db }: Db, ranked: readonly Ranked[]): Promise<TopProject[]> {
  if (ranked.length === 0) return []
  const items = await db
    .selectFrom('items')
    .select(['id', 'name', 'image', 'focal_x', 'focal_y'])
    .where(
      'id',
      'in',
      ranked.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(items.map((item) => [item.id, item]))
  return ranked
    .flatMap(({ id, opens, clicks }) => {
      const item = byId.get(id)
      if (!item) return []
      const { name: pname, focal_x: focalX, focal_y: focalY } = item
      return [{ id, pname, pimage: imageUrl(item.image, 'cover'), focalX, focalY, opens, clicks }]
    })
    .slice(0, topShown)
}

export async function dropOldCounts({ db, now }: Db & Pick<AppContext, 'now'>): Promise<void> {
  const [first = ''] = lastDays(now(), retention)
  await db.deleteFrom('daily_counts').where('day', '<', first).execute()
}
