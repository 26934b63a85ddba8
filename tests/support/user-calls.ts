// Calls of admins that change and delete users.
import type { Running } from './start.ts'

interface Change {
  name: string
  email: string
  isAdmin: boolean
}

/** @param admin returns the app, the cookie of its admin, and headers to send; called at each call. */
export function userCalls(admin: () => { app: Running; cookie: string; headers?: Record<string, string> }) {
  const headers = () => admin().headers ?? {}
  const update = (
    id: string,
    json: Partial<Change> & Record<string, unknown>,
    cookie = admin().cookie,
    to = admin().app,
  ) => to.json(`/api/admin/users/update/${id}`, { method: 'PATCH', json, cookie, headers: headers() })
  const remove = (id: string, cookie = admin().cookie, to = admin().app) =>
    to.json(`/api/admin/users/delete/${id}`, { method: 'DELETE', cookie, headers: headers() })
  return { update, remove }
}

export const rowOf = (app: Running, id: string) =>
  app.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
