// What no archive has and an admin makes again: the backup counts it, and a restore says so [R369].
import { expect, inject, test } from 'vitest'
import { backUp, emptyPlace, placeOf, runRestore } from '../support/backups.ts'
import { ownApps } from '../support/own-apps.ts'

const ownApp = ownApps()

test('a restore says how many access tokens and webhooks there were, and nothing where there were none', async () => {
  const app = await ownApp()
  const user_id = await app.addUser({ email: 'admin@example.com', admin: true })
  const none = await backUp(placeOf(app))
  expect(none.leftOut).toEqual({ access_tokens: 0, webhooks: 0 })
  const quiet = await runRestore(none.file, await emptyPlace(inject('postgres')))
  expect(quiet.output).not.toMatch(/webhooks/)
  const token = { user_id, name: 'Script', scopes: '', created_at: '2026', used_at: null, expires_at: '9999' }
  for (const id of ['a', 'b'])
    await app.context.db
      .insertInto('access_tokens')
      .values({ ...token, id, hash: id })
      .execute()
  const { file, leftOut } = await backUp(placeOf(app))
  expect(leftOut).toEqual({ access_tokens: 2, webhooks: 0 })
  const { code, output } = await runRestore(file, await emptyPlace(inject('postgres')))
  expect(code).toBe(0)
  expect(output).toMatch(
    /^Not in a backup, so make them again: access tokens \(there were 2\) and webhooks \(there were 0\)\.$/m,
  )
})
