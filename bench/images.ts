// The cost of images: memory of all processes after the first start, during large uploads and bombs, and the response time
// of other requests.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { imagesMade } from '../tests/support/images-made.ts'
import { bombs } from '../tests/support/sample-images.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { photo } from './photo.ts'
import { peakMiB, residentMiB } from './process-memory.ts'
import { figure } from './report.ts'

const password = 'Correct-Horse-7!'
const atOnce = [1, 2, 3, 4, 5, 6]

export async function images(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const admin = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: password }
  const server = await startServer({ DATA_DIR: dataDir, THROTTLE: 'off', ...admin })
  try {
    const { pid } = server
    const firstMinute = await peakMiB(pid, () => rest(60_000))
    const resting = residentMiB(pid)
    figure('one minute after the first start, all processes', `${resting} MiB`, {
      text: 'at most 120 MiB',
      met: resting <= 120,
    })
    goal('highest in that minute', firstMinute)
    await imagesMade(join(dataDir, 'uploads'))
    // The worker ends five seconds after its last image.
    await rest(7_000)
    figure('once the AVIF files of the demo are made', `${residentMiB(pid)} MiB`)
    await measure(server, 'for comparison: nothing for five seconds', async () => {
      await rest(5_000)
      return []
    })

    const cookie = await signIn(server, admin.ADMIN_EMAIL)
    const loads: Load[] = []
    const covers = await Promise.all([await photo(), await photo(true)])
    for (const [name, cover] of [
      ['JPEG', covers[0]],
      ['progressive JPEG', covers[1]],
    ] as const) {
      const title = `six 24-megapixel uploads at once, ${name}`
      const send = (n: number) => addProject(server, cookie, `${name} ${n}`, cover as Blob)
      loads.push(await measure(server, title, () => Promise.all(atOnce.map(send))))
      await imagesMade(join(dataDir, 'uploads'))
    }
    const users = await Promise.all(atOnce.map((n) => newUser(server, `user${n}@example.com`)))
    for (const [name, make] of Object.entries(bombs)) {
      const bomb = new Blob([new Uint8Array(await make())])
      const send = (user: string) => saveAvatar(server, user, bomb)
      loads.push(await measure(server, `six at once: ${name}`, () => Promise.all(users.map(send))))
    }
    goal('highest peak of all of these', Math.max(...loads.map(({ peak }) => peak)))
    delayGoal('highest p99 of other requests', Math.max(...loads.map(({ p99 }) => p99)))
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Load {
  /** MiB of all processes. */
  peak: number
  /** Milliseconds. */
  p99: number
}

/** Does the work while another client keeps fetching a page; prints the peak, its time and the page's p99. */
async function measure(server: ServerProcess, name: string, work: () => Promise<number[]>): Promise<Load> {
  let statuses: number[] = []
  const times: number[] = []
  let isDone = false
  const visit = async () => {
    while (!isDone) {
      const begin = performance.now()
      await (await fetch(`${server.url}/getportfolio/public?page=1&limit=12`)).arrayBuffer()
      times.push(performance.now() - begin)
      await rest(5)
    }
  }
  const begin = performance.now()
  const visits = visit()
  const peak = await peakMiB(server.pid, async () => {
    statuses = await work()
    isDone = true
  })
  await visits
  const sorted = times.sort((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  goal(name, peak)
  figure(`  responses, after ${Math.round(performance.now() - begin)} ms`, statuses.join(' '))
  delayGoal('  p99 of other requests at the same time', p99)
  return { peak, p99 }
}

function delayGoal(name: string, p99: number): void {
  figure(name, `${Math.round(p99)} ms`, { text: 'under 60 ms', met: p99 < 60 })
}

function goal(name: string, peak: number): void {
  figure(name, `${peak} MiB`, { text: 'at most 300 MiB', met: peak <= 300 })
}

async function addProject(server: ServerProcess, cookie: string, name: string, cover: Blob): Promise<number> {
  const fields = { pname: name, purl: 'https://example.com', categories: 'Print' }
  return send(server, '/portfolio/add-portfolio', cookie, fields, 'pimage', cover)
}

function saveAvatar(server: ServerProcess, cookie: string, avatar: Blob): Promise<number> {
  return send(server, '/edit-profile', cookie, { name: 'User' }, 'avatar', avatar)
}

async function send(
  server: ServerProcess,
  path: string,
  cookie: string,
  fields: Record<string, string>,
  name: string,
  file: Blob,
): Promise<number> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  body.append(name, file, 'image')
  const response = await fetch(server.url + path, { method: 'POST', headers: { cookie }, body })
  await response.arrayBuffer()
  return response.status
}

async function newUser(server: ServerProcess, email: string): Promise<string> {
  await postJson(server, '/register', { name: 'User', email, password })
  return signIn(server, email)
}

async function signIn(server: ServerProcess, email: string): Promise<string> {
  const { headers } = await postJson(server, '/login', { email, password })
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function postJson(server: ServerProcess, path: string, fields: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(fields) })
}
