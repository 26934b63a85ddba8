// An app that counts visits, a visitor with the headers of a browser, and what became of the visits.
import { storeVisits } from '../../server/counts/stored-counts.ts'
import { ownApps } from './own-apps.ts'
import { portfolioCalls } from './portfolio-calls.ts'
import { navigation, sendRaw } from './raw-request.ts'

export const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = { ...navigation, 'sec-fetch-dest': 'document', 'user-agent': agent }

/** @returns a function that starts such an app. Call it once, at the top of a test file. */
export function visitedApps() {
  const ownApp = ownApps()
  return (env: Record<string, string> = {}) => visited(ownApp, env)
}

async function visited(ownApp: ReturnType<typeof ownApps>, env: Record<string, string>) {
  const app = await ownApp(env, { pages: true })
  const cookie = await app.asAdmin()
  const { added, update, remove } = portfolioCalls(() => ({ app, cookie }))
  const counts = async (query = '', as = cookie) =>
    (await app.json(`/api/dashboard/counts${query}`, { cookie: as })).body
  return {
    app,
    cookie,
    added,
    update,
    remove,
    counts,
    visit: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      sendRaw(app, path, { ...browser, ...headers }, method),
    report: (json: object, headers: Record<string, string> = {}) =>
      app.json('/counts', {
        json,
        headers: { 'user-agent': agent, 'sec-fetch-site': 'same-origin', ...headers },
      }),
    rows: () => app.context.db.selectFrom('daily_counts').selectAll().orderBy('item_id').execute(),
    /** What is counted for today, once it is stored. */
    async today() {
      await storeVisits(app.context)
      const { day: _, ...today } = (await counts()).days.at(-1)
      return today
    },
  }
}
