// The memory of the process after floods of different URLs, searches, ids and headers, compared to before.
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { withServer } from './demo-server.ts'
import { figure } from './report.ts'

const atOnce = 32
const slowReaders = 300
const maxGrowth = 60
/** Seconds without a lower figure after which the last one counts. */
const settled = 10

/** A server that collects garbage on demand, so that only memory in use is measured. */
const collector = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8'
  import vm from 'node:vm'
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  process.on('SIGUSR2', () => { collect(); collect(); process._rawDebug('collected') })`)}`

const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'accept-encoding': 'br' }
const hex = (n: number) => n.toString(16).padStart(24, '0')

const usual = [
  '/',
  '/about',
  '/portfolio',
  '/contact',
  '/portfolio?category=Branding',
  '/getportfolio/public',
  '/x',
]

type Target = [path: string, headers: Record<string, string>]

const floods: [name: string, requests: number, target: (n: number) => Target][] = [
  ['ids of 15 kB', 30_000, (n) => [`/getportfolio/public?id=${String(n).padEnd(15_000, 'x')}`, {}]],
  ['unknown ids', 30_000, (n) => [`/getportfolio/public?id=${hex(n)}`, {}]],
  ['unknown project pages', 3_000, (n) => [`/portfolio/${hex(n)}`, page]],
  ['queries of 4 kB', 30_000, (n) => [`/about?x=${String(n).padEnd(4_000, 'x')}`, page]],
  ['unknown paths', 30_000, (n) => [`/no/such/page/${n}`, page]],
  ['searches in the call', 9_000, (n) => [`/getportfolio/public?search=${n}`, { 'accept-encoding': 'gzip' }]],
  ['searches in the gallery', 9_000, (n) => [`/portfolio?search=${n}&category=${n}`, page]],
  ['pages and limits', 9_000, (n) => [`/getportfolio/public?page=${n}&limit=${n % 100}`, {}]],
  ['headers', 9_000, (n) => ['/', { ...page, [`x-${n}`]: 'y'.repeat(8_000), cookie: `session=${n}` }]],
]

export async function memory(): Promise<void> {
  await withServer(async (first, env) => {
    await first.stop()
    const server = await startServer({ ...env, NODE_OPTIONS: `--import=${collector}` })
    try {
      await flood(server, 2_000, (n) => [usual[n % usual.length] ?? '/', page])
      const before = await held(server)
      figure('held after 2000 usual visits', `${before} MiB`)
      let most = 0
      for (const [name, requests, target] of floods) {
        await flood(server, requests, target)
        const growth = (await held(server)) - before
        most = Math.max(most, growth)
        figure(`after ${requests} ${name}`, `${growth >= 0 ? '+' : ''}${growth} MiB`, {
          text: `at most +${maxGrowth} MiB`,
          met: growth <= maxGrowth,
        })
      }
      figure('after any of them, at most', `+${most} MiB`, {
        text: `at most +${maxGrowth} MiB`,
        met: most <= maxGrowth,
      })
      const growth = await unread(server, before)
      figure(`while ${slowReaders} clients do not read the largest file`, `+${growth} MiB`, {
        text: `at most +${maxGrowth} MiB`,
        met: growth <= maxGrowth,
      })
    } finally {
      await server.stop()
    }
  })
}

/** Connections that each request the largest asset five times in one packet and read nothing. @returns MiB. */
async function unread({ port, pid }: ServerProcess, before: number): Promise<number> {
  const assets = join(import.meta.dirname, '../build/client/assets')
  const strength = readdirSync(assets).find((name) => /^password-strength.*\.js$/.test(name))
  const get = `GET /assets/${strength} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const sockets = Array.from({ length: slowReaders }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(get.repeat(5))
    return socket
  })
  let most = 0
  for (let looks = 0; looks < 20; looks++) {
    await rest(250)
    most = Math.max(most, resident({ pid }))
  }
  for (const socket of sockets) socket.destroy()
  return most - before
}

async function flood(server: ServerProcess, requests: number, target: (n: number) => Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let next = 0
  const one = async () => {
    while (next < requests) await send(server, agent, target(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  agent.destroy()
}

function send({ port }: ServerProcess, agent: Agent, [path, headers]: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume()
      response.on('end', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** MiB resident once garbage is collected and no more memory is freed: V8 does that seconds later, and in steps. */
async function held(server: ServerProcess): Promise<number> {
  const collected = () => server.output().split('collected').length
  let least = Number.POSITIVE_INFINITY
  for (let unchanged = 0; unchanged < settled; unchanged++) {
    const seen = collected()
    process.kill(server.pid, 'SIGUSR2')
    while (collected() === seen) await rest(20)
    await rest(1_000)
    const now = resident(server)
    if (now < least) unchanged = 0
    least = Math.min(least, now)
  }
  return least
}

function resident({ pid }: Pick<ServerProcess, 'pid'>): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
