import { describe, expect, test } from 'vitest'
import { requestReset } from '../support/calls.ts'
import { emailsTo } from '../support/evidence.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

describe('the time of a reset request', () => {
  test('does not trigger the queue: the email is sent later, so that it does not slow down the next request', async () => {
    const own = await ownApp()
    await own.addUser({ email: 'known@example.com' })
    let woken = 0
    own.context.changes.on('jobs', () => {
      woken += 1
    })
    const due = []
    for (let n = 0; n < 8; n++) {
      await requestReset(own, 'known@example.com')
      const row = await own.context.db
        .selectFrom('jobs')
        .where('queue', '=', 'mail')
        .select(['due_at', 'created_at'])
        .executeTakeFirstOrThrow()
      due.push(Date.parse(row.due_at) - Date.parse(row.created_at))
    }
    expect(woken).toBe(0)
    expect(new Set(due).size).toBeGreaterThan(4)
    expect(Math.max(...due)).toBeLessThan(2_000)
    expect(await emailsTo(own, 'known@example.com')).toHaveLength(1)
  })
})
