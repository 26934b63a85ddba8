// What one request of each kind costs on PostgreSQL: CPU time of the instance, its processes and the database together, for
// the sizes in docs/deployment.md. And what an instance holds: memory, connections, disk.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { imagesMade } from '../tests/support/images-made.ts'
import { callInstance } from '../tests/support/instances.ts'
import { runStatement } from '../tests/support/postgres.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { type SmtpPeer, startSmtpPeer } from '../tests/support/smtp-peer.ts'
import { treeCpu } from './cpu-time.ts'
import { ownPostgres } from './own-postgres.ts'
import { photo } from './photo.ts'
import { residentMiB } from './process-memory.ts'
import { figure } from './report.ts'
import { hasCommand, load } from './wrk.ts'

const admin = { email: 'owner@example.com', password: 'Correct-Horse-7!' }
/** Requests of what is measured one by one, after as many to warm up. */
const requests = 300

export async function costs(): Promise<void> {
  const postgres = await ownPostgres()
  const smtp = await startSmtpPeer()
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  await runStatement(postgres.url, 'create database costs')
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: `${postgres.url}/costs`,
    SMTP_URL: smtp.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    THROTTLE: 'off',
  })
  const cpu = () => treeCpu(server.pid) + treeCpu(postgres.pid)
  const uploads = join(dataDir, 'uploads')
  try {
    await imagesMade(uploads)
    await loaded(server, cpu)
    await oneByOne(server, cpu, smtp)
    await uploaded(server, cpu, uploads)
    figure('memory of the instance after all of that', `${residentMiB(server.pid)} MiB`)
    figure(
      'connections to PostgreSQL, at most seen',
      String(await connections(`${postgres.url}/costs`, server)),
    )
  } finally {
    await server.stop()
    await smtp.stop()
    await postgres.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What is sent from memory: CPU while wrk loads it. */
async function loaded(server: ServerProcess, cpu: () => number): Promise<void> {
  if (!hasCommand('wrk')) return figure('cached responses skipped', 'needs wrk (apt-get install wrk)')
  const base = `http://127.0.0.1:${server.port}`
  const home = await fetch(base, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  const html = await home.text()
  const [script = '/'] = /\/assets\/[\w.-]+\.js/.exec(html) ?? []
  const { portfolios } = (await callInstance(server, '/getportfolio/public')).body
  const cases = [
    ['cached page', base, {}],
    ['cached page that the browser still has', base, { 'If-None-Match': home.headers.get('etag') ?? '' }],
    ['script or style', base + script, {}],
    ['image', base + portfolios[0].pimage, {}],
  ] as const
  for (const [name, url, headers] of cases) {
    await load(url, { seconds: 1, headers })
    const before = cpu()
    const seconds = 4
    const rate = await load(url, { seconds, headers })
    figure(`${name}, CPU`, `${((cpu() - before) / (rate * seconds)).toFixed(3)} ms`)
  }
}

/** What is computed for each request, and what is stored. */
async function oneByOne(server: ServerProcess, cpu: () => number, smtp: SmtpPeer): Promise<void> {
  let sent = 0
  const cases: [name: string, send: () => Promise<{ status: number }>, count: number][] = [
    ['uncached page, CPU', () => callInstance(server, `/portfolio?search=${sent++}`), requests],
    [
      'uncached list of projects, CPU',
      () => callInstance(server, `/getportfolio/public?search=${sent++}`),
      requests,
    ],
    [
      'contact message with its email, CPU',
      () => {
        const message = `We would like to talk about a new site. ${sent++}`
        const json = { name: 'Vera', email: 'vera@example.org', subject: 'A site', message }
        return callInstance(server, '/contacts', { json })
      },
      requests,
    ],
    ['sign-in, CPU', () => callInstance(server, '/login', { json: admin }), 10],
  ]
  for (const [name, send, count] of cases) {
    const run = async () => {
      const { length } = smtp.emails
      for (let n = 0; n < count; n++) {
        const { status } = await send()
        if (status >= 300) throw new Error(`${name}: the response was ${status}`)
      }
      if (name.startsWith('contact')) await smtp.arrived(length + count)
    }
    await run()
    const before = cpu()
    await run()
    figure(name, `${((cpu() - before) / count).toFixed(2)} ms`)
  }
}

/** A photograph of 24 megapixels, until its last file is made. */
async function uploaded(server: ServerProcess, cpu: () => number, uploads: string): Promise<void> {
  const { cookie } = await callInstance(server, '/login', { json: admin })
  const known = new Set(await readdir(uploads))
  const cover = await photo()
  const before = cpu()
  const form = { pname: 'Photograph', purl: 'https://example.com', categories: 'Print', pimage: cover }
  const { status } = await callInstance(server, '/portfolio/add-portfolio', { cookie, form })
  if (status !== 201) throw new Error(`the response to the upload was ${status}`)
  await imagesMade(uploads)
  figure('image of 24 megapixels, CPU', `${((cpu() - before) / 1000).toFixed(1)} s`)
  const [folder = ''] = (await readdir(uploads)).filter((name) => !known.has(name))
  let bytes = 0
  for (const name of await readdir(join(uploads, folder)))
    bytes += (await stat(join(uploads, folder, name))).size
  figure('its files', `${(bytes / 1e6).toFixed(1)} MB`)
}

/** The most connections that one instance has while many requests need the database at the same moment. */
async function connections(url: string, server: ServerProcess): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  let most = 0
  for (let round = 0; round < 5; round++) {
    const all = Array.from({ length: 40 }, () =>
      callInstance(server, `/getportfolio/public?search=${Math.random()}`),
    )
    const { rows } = await client.query(
      'select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    most = Math.max(most, rows[0].open)
    await Promise.all(all)
  }
  await client.end()
  return most
}
