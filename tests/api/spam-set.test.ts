// The scripted set of 1,000 messages of bots and 200 of people [R258]: how many are caught, and that nobody is lost.
import { describe, expect, test } from 'vitest'
import { receive } from '../../server/contacts/inbox.ts'
import { ownApps } from '../support/own-apps.ts'
import { developmentSet, heldOutSet } from '../support/spam-set.ts'
import type { Arrival } from '../support/spam-set-dice.ts'

const ownApp = ownApps()
/** Milliseconds between two messages: the sets take some weeks. */
const apart = 50 * 60_000

/** What becomes of messages that arrive one after the other. */
async function sorted(arrivals: readonly Arrival[]) {
  const app = await ownApp()
  await app.stopMail()
  const results = []
  for (const { ip, fromBrowser, kind, isBot, ...text } of arrivals) {
    await receive(app.context, text, { network: ip, isBrowser: fromBrowser })
    app.pass(apart)
    const row = await app.context.db
      .selectFrom('contacts')
      .select(['folder', 'spam_reasons'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    results.push({ kind, isBot, text: text.message.slice(0, 60), ...row })
  }
  app.startMail()
  const missed = results.filter(({ isBot, folder }) => isBot && folder !== 'spam')
  const lost = results.filter(({ isBot, folder }) => !isBot && folder === 'spam')
  return { bots: results.filter(({ isBot }) => isBot).length, missed, lost }
}

describe('of the set', { timeout: 240_000 }, () => {
  test('with which the weights were set, 98 % of the bots are caught and no person is lost', async () => {
    const { bots, missed, lost } = await sorted(developmentSet())
    expect([bots, lost]).toEqual([700, []])
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(14)
  })

  test('that was held out, 98 % of the bots are caught and no person is lost', async () => {
    const { bots, missed, lost } = await sorted(heldOutSet())
    expect([bots, lost]).toEqual([300, []])
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(6)
  })
})
