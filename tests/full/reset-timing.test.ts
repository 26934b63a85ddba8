// Neither the time of a reset request nor that of the next request reveals whether there is an account.
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { requestReset as queueReset } from '../../server/accounts/passwords.ts'
import { requestReset } from '../support/calls.ts'
import { emailsTo } from '../support/evidence.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

describe('the time of a reset request', () => {
  test('reveals nothing: the same statements for known and unknown, first and later, before and after the email', async () => {
    const own = await ownApp()
    await own.addUser({ email: 'known@example.com' })
    const statements: string[] = []
    const recorder: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        statements.push(own.context.db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    // A context of its own: the queue, which is polled in the background, is not recorded.
    const recorded = { ...own.context, db: own.context.db.withPlugin(recorder) }
    const statementsOf = async (email: string) => {
      statements.length = 0
      await queueReset(recorded, email)
      return [...statements]
    }
    const first = await statementsOf('known@example.com')
    expect(first).not.toEqual([])
    expect(first.join()).not.toContain('"users"')
    expect(await statementsOf('unknown@example.com')).toEqual(first)
    expect(await statementsOf('known@example.com')).toEqual(first)
    await own.emails()
    expect(await statementsOf('known@example.com')).toEqual(first)
    expect(await statementsOf('unknown@example.com')).toEqual(first)
  })

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
