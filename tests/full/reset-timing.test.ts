import { expect, test } from 'vitest'
import { requestReset } from '../support/calls.ts'
import { emailsTo, queuedMail } from '../support/evidence.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

test('a reset request does not trigger the queue: the email is sent later, so that it does not slow down the next request', async () => {
  const app = await ownApp()
  await app.addUser({ email: 'known@example.com' })
  let woken = 0
  app.context.changes.on('jobs', () => {
    woken += 1
  })
  const due: number[] = []
  for (let n = 0; n < 8; n++) {
    await requestReset(app, 'known@example.com')
    for (const row of await queuedMail(app)) due.push(Date.parse(row.due_at) - Date.parse(row.created_at))
  }
  expect(woken).toBe(0)
  expect(due).toHaveLength(8)
  expect(new Set(due).size).toBeGreaterThan(4)
  expect(Math.max(...due)).toBeLessThan(2_000)
  expect(await emailsTo(app, 'known@example.com')).toHaveLength(1)
})
