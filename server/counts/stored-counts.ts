// The daily counts as rows: added to every few seconds while counting is on, read for the dashboard, deleted after 400 days.
import { sql } from 'kysely'
import { imageUrl } from '../../contract/images.ts'
import type { DayCounts, TopProject } from '../../contract/responses/dashboard.ts'
import type { AppContext } from '../context.ts'
import { type Tx, withTimeLimit } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { changePublicContent } from '../public-content.ts'
import { day } from '../time.ts'
import { type PendingCounts, sum } from './visits.ts'

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
export async function isCountingOn({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await readSetting(db, setting)) !== 'off'
}

/** Pages say whether their scripts may report visits, so cached ones are outdated with it. */
export async function switchCounting(context: AppContext, isOn: boolean): Promise<void> {
  await changePublicContent(context, (tx) => writeSetting(tx, setting, isOn ? 'on' : 'off'))
  context.visits.isOn = isOn
  if (!isOn) context.visits.take()
}

/** Milliseconds: what a killed server loses at most. */
const storeInterval = 5_000
/** For one statement. */
const statementLimit = 5_000

/** Runs until the returned function is called, which stores what is left. */
export function runVisitCounts(context: AppContext): () => Promise<void> {
  let stored = Promise.resolve()
  const store = () => {
    // What could not be stored is tried again with what is counted until then.
    stored = stored
      .then(() => withTimeLimit(statementLimit, () => storeVisits(context)))
      .catch((error) => {
        context.log
          .onceAMinute('counts')
          ?.warn({ event: 'counts.not-stored', err: error }, 'visits not stored')
      })
    return stored
  }
  const timer = setInterval(store, storeInterval)
  void store()
  return () => {
    clearInterval(timer)
    // A database that does not respond holds no stop for nothing.
    return context.visits.hasPending ? store() : stored
  }
}

/** Stores what was counted since the last call, or counts it again where that fails. One transaction, of bounded size. */
export async function storeVisits(context: Pick<AppContext, 'db' | 'visits'>): Promise<void> {
  const { db, visits } = context
  // Another instance may have switched it.
  visits.isOn = await isCountingOn(context)
  const taken = visits.take()
  if (!visits.isOn || taken.length === 0) return
  try {
    await db.transaction().execute((tx) => add(tx, taken))
  } catch (error) {
    visits.giveBack(taken)
    throw error
  }
}

/** Whatever ids were reported, only those of published projects become rows. */
async function add(tx: Tx, taken: readonly PendingCounts[]): Promise<void> {
  const found = await tx
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', [...new Set(taken.map(({ projectId }) => projectId))])
    .where('status', '=', 'published')
    .execute()
  const countable = new Set([whole, ...found.map(({ id }) => id)])
  const counted = taken.filter(({ projectId }) => countable.has(projectId))
  if (counted.length === 0) return
  const ofSite = [...Map.groupBy(counted, (counts) => counts.day)].map(([day, counts]) => ({
    day,
    projectId: whole,
    ...sum(counts),
  }))
  // In one order: two instances that add to the same rows wait for each other, and never both.
  const rows = [...ofSite, ...counted.filter(({ projectId }) => projectId !== whole)].sort((a, b) =>
    `${a.day} ${a.projectId}` < `${b.day} ${b.projectId}` ? -1 : 1,
  )
  await tx
    .insertInto('daily_counts')
    .values(rows.map(({ projectId, ...row }) => ({ ...row, project_id: projectId })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'project_id']).doUpdateSet({
        views: sql<number>`daily_counts.views + excluded.views`,
        opens: sql<number>`daily_counts.opens + excluded.opens`,
        clicks: sql<number>`daily_counts.clicks + excluded.clicks`,
      }),
    )
    .execute()
}

/** Each of the last days, and the sum of as many days before. */
export async function readDays({ db, now }: AppContext, count: number) {
  const wanted = lastDays(now(), 2 * count)
  const rows = await db
    .selectFrom('daily_counts')
    .select(['day', 'views', 'opens', 'clicks'])
    .where('day', 'in', wanted)
    .where('project_id', '=', whole)
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const all: DayCounts[] = wanted.map((day) => byDay.get(day) ?? { day, views: 0, opens: 0, clicks: 0 })
  return { days: all.slice(count), before: sum(all.slice(0, count)) }
}

/** The projects whose previews were opened most in the last days; those that are deleted are left out. */
export async function topProjects({ db, now }: AppContext, count: number): Promise<TopProject[]> {
  const [first = ''] = lastDays(now(), count)
  const rows = await db
    .selectFrom('daily_counts')
    .innerJoin('projects', 'projects.id', 'project_id')
    .select((row) => [
      ...(['projects.id', 'name', 'image', 'focal_x', 'focal_y'] as const),
      row.fn.sum<number>('daily_counts.opens').as('opens'),
      row.fn.sum<number>('clicks').as('clicks'),
    ])
    .where('day', '>=', first)
    .groupBy(['projects.id', 'name', 'image', 'focal_x', 'focal_y'])
    .orderBy('opens', 'desc')
    .orderBy('clicks', 'desc')
    .orderBy('projects.id')
    .limit(topShown)
    .execute()
  return rows.map(({ id, name, image, focal_x, focal_y, opens, clicks }) => ({
    ...{ id, pname: name, pimage: imageUrl(image, 'cover'), focalX: focal_x, focalY: focal_y },
    ...{ opens: Number(opens), clicks: Number(clicks) },
  }))
}

export async function dropOldCounts({ db, now }: AppContext): Promise<void> {
  const [first = ''] = lastDays(now(), retention)
  await db.deleteFrom('daily_counts').where('day', '<', first).execute()
}
