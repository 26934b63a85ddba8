// Client links: an app with pages, calls that make and revoke links, and clients who open them.
import { expect } from 'vitest'
import type { ClientLink, PortfolioItem } from '../../contract/responses/projects.ts'
import { ownApps } from './own-apps.ts'
import { portfolioCalls } from './portfolio-calls.ts'
import { navigation, type RawResponse, sendRaw } from './raw-request.ts'
import type { Running } from './start.ts'
import { agent } from './visited-app.ts'

const browser = { ...navigation, 'sec-fetch-dest': 'document', 'user-agent': agent }

export interface Wanted {
  name?: string
  days?: number
  passphrase?: string
}

export type LinkedApp = Awaited<ReturnType<typeof linked>>

/** @returns a function that starts such an app. Call it once, at the top of a test file. */
export function linkedApps() {
  const ownApp = ownApps()
  return async (env: Record<string, string> = {}) => linked(await ownApp(env, { pages: true }))
}

async function linked(app: Running) {
  const cookie = await app.asAdmin()
  const { added, update, remove } = portfolioCalls(() => ({ app, cookie }))
  const send = (itemId: string, json: object = {}, as = cookie) =>
    app.json(`/api/portfolio/${itemId}/client-links`, { cookie: as, json })
  const make = async ({ id }: Pick<PortfolioItem, 'id'>, wanted: Wanted = {}) => {
    const { status, body } = await send(id, wanted)
    expect([status, body.message]).toEqual([201, 'Client link created!'])
    const { link, url } = body as { link: ClientLink; url: string }
    const { pathname: path } = new URL(url)
    return { link, url, path, token: path.slice('/c/'.length) }
  }
  return {
    app,
    cookie,
    added,
    update,
    remove,
    send,
    make,
    revoke: (id: string, as = cookie) =>
      app.json(`/api/client-links/${id}`, { method: 'DELETE', cookie: as }),
    list: async (itemId: string): Promise<ClientLink[]> =>
      (await app.json(`/api/portfolio/${itemId}/client-links`, { cookie })).body.links,
    /** A client opens the page. */
    open: (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
      sendRaw(app, path, { ...browser, ...headers }, method),
    enter: (token: string, passphrase: string, headers: Record<string, string> = {}) =>
      app.json('/api/client-links/open', { json: { token, passphrase }, headers }),
  }
}
