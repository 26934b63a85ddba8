// Sends many emails through real server processes to a real mail server that fails in turn.
// Figures: how many arrived, how long after it recovered the last one did, and which arrived twice and why.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { type Mode, type SmtpPeer, startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'

/** Seconds of faults before the mail server recovers. */
const seconds = 600
const emails = 200

/** In turn; `closed` is a closed port, `kill` a kill -9 of the product while it sends. */
const faults: (Mode | 'closed' | 'kill')[] = [
  'closed',
  'busy',
  'defer',
  'silent',
  'hang-in-data',
  'kill',
  'drop-in-data',
  'lose-reply',
  'drip',
]

/** Seconds from the recovery to the last email. */
const maxAfterRecovery = 60

/** @throws Error when an email is lost, late, or sent twice without need */
export async function mailFaults(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-faults-'))
  const peer = await startSmtpPeer()
  const env = {
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'off',
    // Otherwise the limit per visitor would reject the messages.
    THROTTLE: 'off',
    SMTP_URL: peer.url,
    OWNER_EMAIL: 'owner@example.com',
  }
  let server = await startServer(env)
  try {
    const phase = (seconds * 1000) / faults.length
    let written = 0
    let kills = 0
    for (const [index, fault] of faults.entries()) {
      await apply(fault, peer)
      const end = performance.now() + phase
      const target = Math.round((emails * (index + 1)) / faults.length)
      const pause = phase / (target - written + 1)
      while (written < target) {
        await write(server, ++written)
        await rest(pause)
        if (fault === 'kill' && written === target - 5) {
          server = await restart(server, env)
          kills++
        }
      }
      await rest(Math.max(0, end - performance.now()))
    }
    // Killed with all emails queued and attempts under way.
    server = await restart(server, env)
    kills++
    await apply('accept', peer)
    const healed = performance.now()
    while (arrived(peer).size < emails && performance.now() - healed < 2 * maxAfterRecovery * 1000)
      await rest(100)
    const last = (performance.now() - healed) / 1000
    const figures = report(peer, { kills, last })
    server = await stopWhileSending(server, env, peer)
    return figures
  } finally {
    await server.stop('SIGKILL')
    await peer.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** SIGTERM while the mail server hangs with a message: how long the stop takes, and the next process to send it. */
async function stopWhileSending(
  server: ServerProcess,
  env: Record<string, string>,
  peer: SmtpPeer,
): Promise<ServerProcess> {
  await apply('hang-in-data', peer)
  const before = peer.connections
  const count = arrived(peer).size
  await write(server, count + 1)
  while (peer.connections === before) await rest(20)
  const signalled = performance.now()
  const code = await server.stop('SIGTERM')
  const stopped = (performance.now() - signalled) / 1000
  await apply('accept', peer)
  const next = await startServer(env)
  const ready = performance.now()
  while (arrived(peer).size === count && performance.now() - ready < 90_000) await rest(20)
  const sent = (performance.now() - ready) / 1000
  if (code !== 0 || stopped > 10 || sent > 10) throw new Error('a stop held an email back')
  return next
}

async function apply(fault: (typeof faults)[number], peer: SmtpPeer): Promise<void> {
  if (fault === 'closed') return peer.stop()
  peer.mode = fault === 'kill' ? 'hang-in-data' : fault
  await peer.listen()
}

async function write(server: ServerProcess, number: number): Promise<void> {
  const response = await fetch(`${server.url}/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Visitor ${number}`,
      email: 'vera@example.org',
      message: `Message ${number}`,
    }),
  })
  if (response.status !== 201) throw new Error(`message ${number} got ${response.status}`)
}

async function restart(server: ServerProcess, env: Record<string, string>): Promise<ServerProcess> {
  await server.stop('SIGKILL')
  return startServer(env)
}

function arrived(peer: SmtpPeer): Map<string, number> {
  const times = new Map<string, number>()
  for (const { messageId = '' } of peer.emails) times.set(messageId, (times.get(messageId) ?? 0) + 1)
  return times
}

function report(peer: SmtpPeer, { kills, last }: { kills: number; last: number }): string {
  const times = arrived(peer)
  const subjects = new Set(peer.emails.map(({ subject }) => subject))
  const twice = [...times].filter(([, count]) => count > 1)
  // The server had accepted these and its reply was lost: they can only be sent again.
  const needless = twice.filter(([id, count]) => count > 1 + (peer.repliesLost.get(id) ?? 0))
  if (times.size < emails || subjects.size < emails) throw new Error('emails were lost')
  if (last > maxAfterRecovery) throw new Error(`the last email took more than ${maxAfterRecovery} s`)
  if (needless.length > 0) throw new Error('an email was sent twice although its reply had come')
  return (
    `${times.size} of ${emails} emails arrived through ${seconds} s of ${faults.length} faults and ${kills} kills; ` +
    `the last ${last.toFixed(1)} s after the recovery; ` +
    `${twice.length} arrived more than once (same Message-ID), ${needless.length} of them without need`
  )
}
