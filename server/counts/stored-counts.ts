// The daily counts as rows: added to every few seconds while counting is on, read for the dashboard, deleted after 400 days.
import { sql, type Transaction } from 'kysely'
import { imageUrl } from '../../contract/images.ts'
import type { Counts, DayCounts, TopProject } from '../../contract/responses/dashboard.ts'
import type { AppContext } from '../context.ts'
import { withTimeLimit } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { Tables } from '../db/tables.ts'
import { changePublicContent } from '../public-content.ts'
import type { PendingCounts } from './visits.ts'

type Db = Pick<AppContext, 'db'>

const day = 24 * 60 * 60_000
/** Days for which counts are stored. */
const retention = 400
/** Projects that are listed. */
const topShown = 4

const setting = 'visit-counts'

/** The row of the whole site. */
const whole = ''

/** YYYY-MM-DD of the last `count` days, of UTC, the last one that of `now`. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * day).toISOString().slice(0, 10),
  )
}

/** On until an admin switches it off. Read at each use: other instances may switch it. */
export async function isCountingOn({ db }: Db): Promise<boolean> {
  return (await readSetting(db, setting)) !== 'off'
}

/** Pages say whether their scripts may report visits, so cached ones are outdated with it. */
export async function switchCounting(context: AppContext, userId: string, isOn: boolean): Promise<void> {
  const value = isOn ? 'on' : 'off'
  await changePublicContent(context, (tx) => writeSetting(tx, setting, value))
  context.visits.isOn = isOn
  if (!isOn) context.visits.take()
  context.log.info({ event: 'counts.switched', userId, enabled: isOn }, `counting was switched ${value}`)
}

/** Milliseconds: what a killed server loses at most. */
const storeInterval = 5_000
/** For one statement. */
const statementLimit = 5_000

/** Runs until the returned function is called, which stores what is left. */
export function runVisitCounts(context: AppContext): () => Promise<void> {
  const { visits, log, changes } = context
  let isLost = false
  let running: Promise<void> | null = null
  const store = () => {
    running ??= withTimeLimit(statementLimit, () => storeVisits(context))
      .then(
        () => {
          isLost = false
        },
        (error) => {
          // Once for each outage: it is tried again with what is counted until then.
          if (!isLost) log.warn({ event: 'counts.not-stored', err: error }, 'visits not stored')
          isLost = true
        },
      )
      .finally(() => {
        running = null
      })
    return running
  }
  const follow = () => {
    isCountingOn(context).then(
      (isOn) => {
        visits.isOn = isOn
      },
      // It is read again with the next change, and before anything is stored.
      () => {},
    )
  }
  const unsubscribe = changes.on('portfolio', follow)
  const timer = setInterval(store, storeInterval)
  follow()
  return async () => {
    clearInterval(timer)
    unsubscribe()
    await running
    await store()
  }
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

/** Whatever ids were reported, only those of published projects become rows. */
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

/** The projects whose previews were opened most in the last days; those that are deleted are left out. */
export async function topProjects(
  { db, now }: Db & Pick<AppContext, 'now'>,
  count: number,
): Promise<TopProject[]> {
  const [first = ''] = lastDays(now(), count)
  const rows = await db
    .selectFrom('daily_counts')
    .innerJoin('items', 'items.id', 'item_id')
    .select((row) => [
      ...(['items.id', 'name', 'image', 'focal_x', 'focal_y'] as const),
      row.fn.sum<number>('opens').as('opens'),
      row.fn.sum<number>('clicks').as('clicks'),
    ])
    .where('day', '>=', first)
    .groupBy(['items.id', 'name', 'image', 'focal_x', 'focal_y'])
    .orderBy('opens', 'desc')
    .orderBy('clicks', 'desc')
    .orderBy('items.id')
    .limit(topShown)
    .execute()
  return rows.map(({ id, name, image, focal_x, focal_y, opens, clicks }) => ({
    ...{ id, pname: name, pimage: imageUrl(image, 'cover'), focalX: focal_x, focalY: focal_y },
    ...{ opens: Number(opens), clicks: Number(clicks) },
  }))
}

export async function dropOldCounts({ db, now }: Db & Pick<AppContext, 'now'>): Promise<void> {
  const [first = ''] = lastDays(now(), retention)
  await db.deleteFrom('daily_counts').where('day', '<', first).execute()
}
