// The requests that bench/scale.ts measures, of what reads lists next to gallery, projects and messages. Those in own order
// come last: from the first move on, gallery and projects are read in it.
import type { AppContext } from '../server/context.ts'
import { move } from '../server/projects/own-order.ts'
import type { ScaleCase } from './scale-cases.ts'

const goal = { 100: 3, 10000: 5, 100000: 5 }
/** Goals for what reads a whole list once after each change, or of what only admins read now and then. */
const seldom = { 100: 5, 10000: 30, 100000: 300 }

/** Ids are hexadecimal: those of projects and messages from the middle of all. */
export async function featureCases(context: AppContext, size: number): Promise<ScaleCase[]> {
  const { db } = context
  const published = await db
    .selectFrom('items')
    .select('id')
    .where('status', '=', 'published')
    .where('id', '>', '8')
    .orderBy('id')
    .limit(50)
    .execute()
  const thread = await db
    .selectFrom('contacts')
    .select('id')
    .where('folder', '<>', 'spam')
    .where('id', '>', '4')
    .orderBy('id')
    .limit(50)
    .execute()
  const nth = (rows: { id: string }[], n: number) => rows[n % rows.length]?.id ?? ''
  const last = (part: number, limit: number) => Math.max(1, Math.floor((size * part) / limit) - 1)
  return [
    {
      name: 'project with its neighbours',
      path: (n) => `/getportfolio/public?id=${nth(published, n)}`,
      goal,
    },
    { name: 'inbox, page 1', path: () => '/contacts?folder=inbox', goal },
    { name: 'inbox, unreplied', path: () => '/contacts?folder=inbox&status=unreplied', goal },
    { name: 'archive, last page', path: () => `/contacts?folder=archived&page=${last(1 / 8, 10)}`, goal },
    { name: 'spam, page 1', path: () => '/contacts?folder=spam', goal },
    { name: 'message with its thread', path: (n) => `/contacts/${nth(thread, n)}`, goal },
    { name: 'saved replies', path: () => '/api/admin/saved-replies', goal },
    { name: 'activity, page 1', path: () => '/api/admin/activity', goal: seldom },
    { name: 'activity of a kind', path: () => '/api/admin/activity?kind=portfolio.deleted', goal: seldom },
    { name: 'activity of a user', path: () => '/api/admin/activity?user=u7', goal: seldom },
    { name: 'activity search', path: (n) => `/api/admin/activity?search=user${n % 50}`, goal: seldom },
    { name: 'webhooks', path: () => '/api/settings/webhooks', goal },
    { name: 'access tokens', path: () => '/api/settings/tokens', goal },
    { name: 'versions of the site', path: () => '/api/admin/site/versions', goal },
    ...ownOrderCases(context, (n) => nth(published, n), last),
  ]
}

function ownOrderCases(
  context: AppContext,
  project: (n: number) => string,
  last: (part: number, limit: number) => number,
): ScaleCase[] {
  const { db } = context
  const gallery = '/getportfolio/public'
  return [
    {
      name: 'first move in own order',
      work: async (n) => {
        await db.deleteFrom('counters').where('name', '=', 'own-order').execute()
        await move(context, project(n), { to: 'top' })
      },
      goal: { 100: 5, 10000: 5, 100000: 5 },
    },
    { name: 'own order, gallery, page 1', path: () => gallery, goal },
    { name: 'own order, gallery, last page', path: () => `${gallery}?page=${last(0.8, 12)}`, goal },
    {
      name: 'own order, category, last page',
      path: () => `${gallery}?category=React&page=${last(0.2, 12)}`,
      goal: { ...goal, 100000: 10 },
    },
    { name: 'own order, search', path: () => `${gallery}?search=wordpress`, goal },
    { name: 'own order, projects, last page', path: () => `/get-portfolios?page=${last(1, 10)}`, goal },
    { name: 'own order, neighbours', path: (n) => `${gallery}?id=${project(n)}`, goal },
    {
      name: 'move in own order',
      work: (n) => move(context, project(n), { to: n % 2 === 0 ? 'up' : 'top' }),
      goal: { 100: 5, 10000: 5, 100000: 5 },
    },
  ]
}
