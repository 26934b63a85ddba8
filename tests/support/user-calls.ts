// Calls of admins that change and delete users.
import type { Running } from './start.ts'

interface Change {
  name: string
  email: string
  isAdmin: boolean
}

/** @param admin returns the app and the cookie of its admin; called at each call. */
export function userCalls(admin: () => { app: Running; cookie: string }) {
  const update = (
    id: string,
    json: Partial<Change> & Record<string, unknown>,
    cookie = admin().cookie,
    to = admin().app,
  ) => to.json(`/api/admin/users/update/${id}`, { method: 'PATCH', json, cookie })
  const remove = (id: string, cookie = admin().cookie, to = admin().app) =>
    to.json(`/api/admin/users/delete/${id}`, { method: 'DELETE', cookie })
  return { update, remove }
}

export const rowOf = (app: Running, id: string) =>
  app.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
