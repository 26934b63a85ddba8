// Calls for the portfolio: a valid project, and calls that add, update, delete and list projects.

import { expect } from 'vitest'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { emptyTable } from './empty-table.ts'
import { png } from './sample-images.ts'
import type { Running } from './start.ts'

export type Form = Record<string, string | Blob>
export const good = { pname: 'Fjord Hotel', purl: 'https://fjord.example/', categories: 'WordPress, Print' }
export const image = await png()

/** @param admin returns the app and the cookie of its admin; called at each call, because a test file starts its app later. */
export function portfolioCalls(admin: () => { app: Running; cookie: string }) {
  const add = (over: Form = {}, cookie = admin().cookie) =>
    admin().app.json('/portfolio/add-portfolio', { cookie, form: { ...good, pimage: image, ...over } })
  const added = async (over: Form = {}): Promise<PortfolioItem> => {
    const { status, body } = await add(over)
    expect(body, body.message).toMatchObject({ success: true })
    expect(status).toBe(201)
    return body.portfolio
  }
  const update = (id: string, over: Form = {}) => {
    const { app, cookie } = admin()
    return app.json(`/update/${id}`, {
      method: 'PUT',
      cookie,
      form: { ...good, status: 'published', ...over },
    })
  }
  const remove = (id: string) => {
    const { app, cookie } = admin()
    return app.json(`/delete/${id}`, { method: 'DELETE', cookie })
  }
  const list = async (query = '') => {
    const { app, cookie } = admin()
    return (await app.json(`/get-portfolios?${query}`, { cookie })).body
  }
  return { add, added, update, remove, list }
}

export async function emptyPortfolio(app: Running): Promise<void> {
  await emptyTable(app, 'items')
  app.context.changes.emit('portfolio')
}
