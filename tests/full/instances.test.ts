// Three instances of the built product, as processes of their own, on one PostgreSQL and one bucket.
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { demoProjects } from '../../content/demo/projects.ts'
import type { Project } from '../../contract/responses/projects.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { imageNames } from '../../server/images/installation.ts'
import { goodMessage } from '../support/calls.ts'
import { sharedStorage } from '../support/peers/object-storage.ts'
import { createDatabase } from '../support/peers/postgres.ts'
import { startSmtpPeer } from '../support/peers/smtp-peer.ts'
import type { Sent } from '../support/request.ts'
import { png } from '../support/sample-images.ts'
import { admin, adminSettings, freePort, type ServerProcess, startServer } from '../support/server-process.ts'

/** Milliseconds that a cached page may be out of date, whatever happens. */
const seenWithin = { timeout: 5_000, interval: 20 }

const PUBLIC_URL = 'http://portfolio.example'
const OWNER_EMAIL = 'owner@example.com'
const database = await createDatabase(inject('postgres') ?? '')
const folder = await mkdtempDisposable(join(tmpdir(), 'portfolio-instances-'))
const smtp = await startSmtpPeer()
const bucket = await (await sharedStorage()).bucket()
const shared = {
  DATABASE_URL: database.url,
  PUBLIC_URL,
  SMTP_URL: smtp.url,
  OWNER_EMAIL,
  DEMO_CONTENT: 'on',
  ...adminSettings,
  LOG_LEVEL: 'info',
  STORAGE_URL: bucket.url,
}
const db = openPostgres(database.url, () => {})
/** With the port of each, so that one is started again in its place. */
const settingsOf = async (place: string) => {
  return { ...shared, DATA_DIR: join(folder.path, place), PORT: String(await freePort()) }
}
const settings = await Promise.all([settingsOf('0'), settingsOf('1'), settingsOf('2')])
const all = await Promise.all([startServer(settings[0]), startServer(settings[1]), startServer(settings[2])])
const { cookie } = await all[0].call('/login', { json: admin })
afterAll(async () => {
  await Promise.all(all.map((instance) => instance.stop('SIGKILL')))
  await db.destroy()
  await smtp.stop()
  await database.drop()
  await folder.remove()
})

/** As a browser behind a load balancer that chose this instance. */
const send = (at: ServerProcess, path: string, sent: Sent = {}) =>
  at.call(path, { cookie, ...sent, headers: { origin: PUBLIC_URL } })
/** The same of each. */
const ofAll = <Result>(request: (at: ServerProcess) => Promise<Result>) => Promise.all(all.map(request))
const namesAt = async (at: ServerProcess): Promise<string[]> =>
  (await at.call('/getportfolio/public')).body.portfolios?.map(({ pname }: Project) => pname) ?? []
const home = async (at: ServerProcess): Promise<string> => (await at.call('/', { headers: page })).body
const page = { accept: 'text/html' }
const write = (at: ServerProcess, message: string) =>
  send(at, '/contacts', { json: { ...goodMessage, message } })
const toOwner = (text: RegExp) =>
  smtp.emails.filter((email) => email.recipients.includes(OWNER_EMAIL) && text.test(email.text ?? ''))

test('three instances that started together on an empty database have one schema, one admin and one demo', async () => {
  for (const at of all) expect(await namesAt(at)).toEqual(demoProjects.map(({ name }) => name))
  const users = await db.selectFrom('users').select(['email', 'role']).execute()
  expect(users).toEqual([{ email: admin.email, role: 'admin' }])
  await expect.poll(() => toOwner(/was made an admin/).length).toBe(1)
  // Each image was processed once.
  expect(all.map((at) => at.logged('demo.loaded').length).sort()).toEqual([0, 0, 1])
  const images = (await readdir(bucket.path)).filter((name) => /^[\da-f]{24}-/.test(name))
  expect(images).toHaveLength((await imageNames(db)).size)
})

test('three instances share settings: registration that one switches off is off at once at the others', async () => {
  const json = { registrationEnabled: false }
  await send(all[0], '/api/settings/registration', { method: 'PUT', json })
  const user = { name: 'Rosa', email: 'rosa@example.com', password: 'Kettle-42!' }
  const statuses = await ofAll(async (at) => (await send(at, '/register', { json: user })).status)
  expect(statuses).toEqual([403, 403, 403])
})

test('three instances show what one publishes of the site soon at all, with an image uploaded at another, and one of two that publish at once', async () => {
  const path = '/api/admin/site'
  const form = { kind: 'logo', image: await png(80, 80) }
  const { name: logo } = (await send(all[0], '/api/images', { form })).body
  const { content } = (await send(all[0], path)).body
  const publish = (at: ServerProcess, line: string, basedOn: number) => {
    const changed = { ...content, name: { ...content.name, logo }, hero: { ...content.hero, line } }
    return send(at, path, { method: 'PUT', json: { content: changed, basedOn } })
  }
  for (const html of await ofAll(home)) expect(html).toContain(content.hero.line)
  const icons = () => ofAll(async (at) => (await at.call('/favicon.svg')).body)
  const before = await icons()
  expect((await publish(all[1], 'Said by the second.', 0)).status).toBe(200)
  const isShown = (html: string) =>
    html.includes('Said by the second.') && html.includes(`<image href="/uploads/${logo}/80.webp"`)
  await expect.poll(async () => (await ofAll(home)).every(isShown), seenWithin).toBe(true)
  const after = await icons()
  expect(after.every((icon) => icon === after[0] && icon !== before[0])).toBe(true)
  const both = await Promise.all([publish(all[0], 'Zero.', 1), publish(all[2], 'Two.', 1)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('three instances show a project and its image that one stored and another renamed, and neither once it is deleted', async () => {
  const fields = { purl: 'https://example.com', categories: 'Web', status: 'published' }
  const form = { ...fields, pname: 'Shared', pimage: await png(80, 60) }
  const { id, pimage } = (await send(all[0], '/portfolio/add-portfolio', { form })).body.portfolio
  const statuses = () => ofAll(async (at) => (await at.call(pimage)).status)
  expect(await statuses()).toEqual([200, 200, 200])
  const has = (name: string) => ofAll(async (at) => (await namesAt(at)).includes(name))
  await expect.poll(() => has('Shared'), seenWithin).toEqual([true, true, true])
  await send(all[2], `/update/${id}`, { method: 'PUT', form: { ...fields, pname: 'Renamed' } })
  await expect.poll(() => has('Renamed'), seenWithin).toEqual([true, true, true])
  await send(all[1], `/delete/${id}`, { method: 'DELETE' })
  await expect.poll(statuses, seenWithin).toEqual([404, 404, 404])
  await expect.poll(() => has('Renamed'), seenWithin).toEqual([false, false, false])
})

test('three instances send each email once, whichever of them a message came to', async () => {
  const messages = Array.from({ length: 24 }, (_, number) => `Message ${number}`)
  // All at once: on a machine that is busy some wait too long for the database, and are told to send again.
  const sent = async (text: string, number: number) => {
    for (;;) {
      const { status } = await write(all[number % 3] ?? all[0], text)
      if (status !== 503) return status
    }
  }
  expect(new Set(await Promise.all(messages.map(sent)))).toEqual(new Set([201]))
  await expect
    .poll(() => db.selectFrom('jobs').select('id').where('queue', '=', 'mail').execute())
    .toEqual([])
  const notified = toOwner(/Message \d/).map(({ text = '' }) => /Message \d+/.exec(text)?.[0])
  expect(notified.sort()).toEqual(messages.sort())
})

test('three instances are restarted one after the other under load, and no request fails behind a proxy that retries', async () => {
  const paths = ['/', '/portfolio', '/getportfolio/public', '/about', '/check-auth']
  const statuses: number[] = []
  let isStopped = false
  /**
   * As a load balancer does it (deploy/nginx-instances.conf): the next instance for each request, and another one where
   * that fails or is unavailable. A page that fails is a failure; an instance that ends is none.
   */
  const visit = async (turn: number) => {
    let status = 0
    for (let tries = 0; tries < 3 && (status === 0 || status === 503); tries++) {
      const at = all[(turn + tries) % 3] ?? all[0]
      status = await at.call(paths[turn % paths.length] ?? '/').then(
        (response) => response.status,
        () => 0,
      )
    }
    statuses.push(status)
  }
  const clients = Array.from({ length: 6 }, async (_, client) => {
    for (let turn = client; !isStopped; turn++) await visit(turn)
  })
  const more = () => {
    const goal = statuses.length + 100
    return expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(goal)
  }
  for (const index of [0, 1, 2] as const) {
    await more()
    expect(await all[index].stop()).toBe(0)
    await more()
    all[index] = await startServer(settings[index])
  }
  await more()
  isStopped = true
  await Promise.all(clients)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
