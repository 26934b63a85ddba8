// Ten minutes of faults between the product and its mail server: next to other tests, because most of it is waiting.
import { setTimeout as rest } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { type SmtpPeer, startSmtpPeer } from '../support/peers/smtp-peer.ts'
import { startServer } from '../support/server-process.ts'

/** Milliseconds of faults before the mail server recovers. */
const duration = 600_000
const emails = 200

/** In turn; `closed` is a closed port, `kill` a kill -9 of the product while it sends. */
const faults: (SmtpPeer['mode'] | 'closed' | 'defer' | 'kill')[] = [
  'closed',
  'defer',
  'silent',
  'hang',
  'kill',
  'lose-reply',
  'drip',
]

test('every email arrives through seven faults and two kills, within a minute and twice only where a reply was lost', {
  timeout: 15 * 60_000,
}, async () => {
  const DATA_DIR = await scratchFolder()
  const peer = await startSmtpPeer()
  const env = {
    DATA_DIR,
    // Otherwise the limit per visitor would reject the messages.
    THROTTLE: 'off',
    SMTP_URL: peer.url,
    OWNER_EMAIL: 'owner@example.com',
  }
  let server = await startServer(env)
  onTestFinished(async () => {
    await server.stop('SIGKILL')
    await peer.stop()
  })
  const write = async (number: number) => {
    const json = { name: `Visitor ${number}`, email: 'vera@example.org', message: `Message ${number}` }
    expect((await server.call('/contacts', { json })).status).toBe(201)
  }
  const restart = async () => {
    await server.stop('SIGKILL')
    server = await startServer(env)
  }
  const apply = async (fault: (typeof faults)[number]) => {
    if (fault === 'closed') return peer.stop()
    peer.rejects = new Map(fault === 'defer' ? [['recipient', '451 4.3.0 Try again later']] : [])
    peer.mode = fault === 'kill' ? 'hang' : fault === 'defer' ? 'accept' : fault
    await peer.listen()
  }
  const arrived = () => Map.groupBy(peer.emails, ({ messageId = '' }) => messageId)

  const phase = duration / faults.length
  let written = 0
  for (const [index, fault] of faults.entries()) {
    await apply(fault)
    const end = performance.now() + phase
    const target = Math.round((emails * (index + 1)) / faults.length)
    const pause = phase / (target - written + 1)
    while (written < target) {
      await write(++written)
      await rest(pause)
      if (fault === 'kill' && written === target - 5) await restart()
    }
    await rest(Math.max(0, end - performance.now()))
  }
  // Killed with all emails queued and attempts under way.
  await restart()
  await apply('accept')
  await expect.poll(() => arrived().size, { timeout: 60_000 }).toBe(emails)
  expect(new Set(peer.emails.map(({ subject }) => subject)).size).toBe(emails)
  // Those whose reply was lost can only be sent again: the server had accepted them.
  for (const sent of arrived().values())
    expect(sent.filter(({ isAnswered }) => isAnswered).length).toBeLessThanOrEqual(1)
})
