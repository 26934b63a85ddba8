// Checks whether projects can be previewed: when, by whom, what is told, and dead ones, listed for admins and emailed to the owner.

import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PreviewCheck } from '../../../contract/responses/projects.ts'
import { callsOf } from '../../support/calls.ts'
import { publicAddress, startTestNetwork } from '../../support/peers/test-network.ts'
import { hour, ownApp } from '../../support/start.ts'

const denied = { 'X-Frame-Options': 'DENY' }

/** What the sites of projects respond with now. */
interface Sites {
  status: number
  headers: Record<string, string>
  /** Host and path of each request. */
  requests: string[]
  /** A promise that responses wait for. */
  held: Promise<unknown>
}

/** The sites of projects are at a.example, b.example and c.example. */
async function started(env: Record<string, string> = {}) {
  const sites: Sites = { status: 200, headers: {}, requests: [], held: Promise.resolve() }
  const respond: RequestListener = async (request, response) => {
    sites.requests.push(`${request.headers.host}${request.url}`)
    await sites.held
    response.writeHead(sites.status, sites.headers).end('the private text of a site')
  }
  const network = await startTestNetwork(respond)
  onTestFinished(() => network.stop())
  for (const name of ['a', 'b', 'c']) network.hosts[`${name}.example`] = [publicAddress]
  const app = await ownApp({ LOG_LEVEL: 'silent', ...env })
  Object.assign(app.context.network, network)
  const cookie = await app.asAdmin()
  const { added, ...calls } = callsOf(() => ({ app, cookie })).projects
  return {
    ...{ app, sites, network, ...calls },
    /** Runs the job as if its minute had come. */
    async check() {
      const jobs = app.context.db.updateTable('jobs').where('queue', '=', 'previews')
      await jobs.set({ due_at: new Date(0).toISOString() }).execute()
      await app.runDue('previews')
    },
    /** @returns its id */
    add: async (pname: string, purl: string, status = 'published') =>
      (await added({ pname, purl, status })).id,
    checkNow: (id: string) => app.json(`/api/portfolio/${id}/preview-check`, { method: 'POST', cookie }),
    /** As admins see it. */
    async found(name: string): Promise<PreviewCheck> {
      const { body } = await app.json(`/get-portfolios?search=${name}`, { cookie })
      return body.checks[body.portfolios[0].id]
    },
    /** As visitors see it. */
    shown: async (id: string) =>
      (await app.json(`/getportfolio/public?id=${id}`)).body.portfolios[0].obstacle,
    /** Dead projects, and how many are checked. */
    home: async () => (await app.json('/api/dashboard/home', { cookie })).body,
  }
}

test('a project is checked when it was saved, then daily and on demand: visitors are told state and reason, admins the rest', async () => {
  const { app, sites, add, check, checkNow, found, shown } = await started()
  sites.headers = denied
  const id = await add('Alpha', 'http://a.example/start?x=1')
  const unchecked = { state: 'unchecked', reason: null, detail: null, checkedAt: null, deadSince: null }
  expect(await found('alpha')).toEqual(unchecked)
  expect(await shown(id)).toBeUndefined()
  await check()
  expect(sites.requests).toEqual(['a.example/start?x=1'])
  const forbidden = { state: 'forbidden', reason: 'x-frame-options' }
  expect(await found('alpha')).toMatchObject({ ...forbidden, detail: 'X-Frame-Options: DENY' })
  expect(await shown(id)).toEqual(forbidden)
  for (const path of ['/getportfolio/public', `/getportfolio/public?id=${id}`])
    expect(await (await app.send(path)).text()).not.toMatch(/DENY|checkedAt|private text/)

  app.pass(22 * hour)
  await check()
  expect(sites.requests).toHaveLength(1)
  sites.headers = { 'Content-Security-Policy': 'frame-ancestors *', ...denied }
  app.pass(4 * hour)
  await check()
  expect(sites.requests).toHaveLength(2)
  expect(await shown(id)).toBeUndefined()

  sites.headers = denied
  const { status, body } = await checkNow(id)
  expect([status, body.message, body.check.state]).toEqual([200, 'Preview checked.', 'forbidden'])
  expect(await shown(id)).toEqual(forbidden)
  expect((await checkNow('0'.repeat(24))).status).toBe(404)
})

test('a project saved with another URL is unknown until it is checked; saved otherwise it stays as it was', async () => {
  const { app, sites, add, update, check, found, shown } = await started()
  sites.headers = denied
  const id = await add('Alpha', 'http://a.example/')
  const saved = async (url: string) => {
    await update(id, { pname: 'Alpha', purl: url })
    const visitors = await shown(id)
    await check()
    return [visitors?.state, sites.requests.join(' ')]
  }
  await check()
  // It has just been checked.
  expect(await saved('http://a.example/')).toEqual(['forbidden', 'a.example/'])
  app.pass(11 * 60_000)
  expect(await saved('http://a.example/')).toEqual(['forbidden', 'a.example/ a.example/'])
  expect(await saved('http://b.example/')).toEqual([undefined, 'a.example/ a.example/ b.example/'])
  await update(id, { pname: 'Alpha', purl: 'http://c.example/' })
  expect(await found('alpha')).toMatchObject({ state: 'unchecked', detail: null, checkedAt: null })
})

test('a project that is a demo page of ours is shown live, one inside this network left to the browser; neither is requested', async () => {
  const { app, network, add, check, checkNow, found, shown } = await started()
  network.hosts['in.example'] = ['10.0.0.1']
  const resolve = vi.spyOn(app.context.network, 'resolve')
  const own = await add('Own', `${app.context.config.publicUrl}/demo/fjordlys-hotel`)
  await check()
  expect((await checkNow(own)).body.check).toMatchObject({ state: 'allowed', checkedAt: null })
  expect(await found('own')).toMatchObject({ state: 'allowed' })
  expect(resolve).not.toHaveBeenCalled()
  const inside = await add('Inside', 'http://in.example/')
  await check()
  expect(network.connections).toEqual([])
  expect(await found('inside')).toMatchObject({ state: 'unknown', reason: 'private-address' })
  expect(await shown(inside)).toBeUndefined()
})

test('a project is checked on demand six times in ten minutes, each for itself', async () => {
  const { app, sites, add, checkNow } = await started({ THROTTLE: 'on' })
  const [a, b] = [await add('Alpha', 'http://a.example/'), await add('Beta', 'http://b.example/')]
  for (let n = 0; n < 6; n++) expect((await checkNow(a)).status).toBe(200)
  const { status, headers } = await checkNow(a)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await checkNow(b)).status).toBe(200)
  app.pass(10 * 60_000)
  expect((await checkNow(a)).status).toBe(200)
  expect(sites.requests).toHaveLength(8)
})

test('the job checks what was saved without waiting for the next minute, and stops at once', async () => {
  const { app, sites, add, found } = await started()
  const stop = await app.runJobs('previews')
  const { promise, resolve } = Promise.withResolvers<void>()
  await add('Alpha', 'http://a.example/')
  await expect.poll(() => sites.requests).toEqual(['a.example/'])
  sites.held = promise
  await expect.poll(() => app.context.jobs.runningIn('previews')).toEqual([])
  await add('Beta', 'http://b.example/')
  await expect.poll(() => sites.requests).toHaveLength(2)
  await stop()
  resolve()
  expect((await found('alpha')).state).toBe('allowed')
  // The next process checks it again.
  expect((await found('beta')).state).toBe('unchecked')
})

test('the job requests nothing with PREVIEW_CHECK=off, and what was found before counts no more', async () => {
  const { app, sites, add, check, checkNow, shown } = await started()
  sites.headers = denied
  const id = await add('Alpha', 'http://a.example/')
  await check()
  const { context } = app
  Object.assign(context, { config: { ...context.config, previewCheck: false } })
  context.changes.emit('portfolio')
  const stop = await app.runJobs('previews')
  await add('Beta', 'http://b.example/')
  await stop()
  expect(sites.requests).toEqual(['a.example/'])
  expect(await checkNow(id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await shown(id)).toBeUndefined()
})

test('the job says nothing about sites while this server has no network, but that it has none, and tries again in an hour', async () => {
  const away = Object.assign(new Error('away'), { code: 'ESERVFAIL' })
  const { app, sites, network, add, check, checkNow, found, shown, home } = await started()
  const links = async () => (await home()).links
  sites.headers = denied
  const id = await add('Alpha', 'http://a.example/')
  expect(await links()).toEqual({ total: 1, unchecked: 1, hasNetwork: true })
  await check()
  expect(await links()).toEqual({ total: 1, unchecked: 0, hasNetwork: true })
  Object.assign(network.hosts, { 'a.example': away, 'b.example': away })
  app.pass(26 * hour)
  await check()
  expect(await found('alpha')).toMatchObject({ state: 'forbidden', deadSince: null })
  expect(await shown(id)).toMatchObject({ state: 'forbidden' })
  expect(await checkNow(id)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await add('Beta', 'http://b.example/')
  await check()
  expect(await found('beta')).toMatchObject({ state: 'unchecked', reason: 'no-network', checkedAt: null })
  expect(await links()).toEqual({ total: 2, unchecked: 1, hasNetwork: false })
  const resolve = vi.spyOn(app.context.network, 'resolve')
  await check()
  expect(resolve).not.toHaveBeenCalled()
  Object.assign(network.hosts, { 'a.example': [publicAddress], 'b.example': [publicAddress] })
  sites.headers = {}
  app.pass(hour)
  await check()
  expect(await links()).toEqual({ total: 2, unchecked: 0, hasNetwork: true })
})

test('dead projects are listed for admins, the longest first, and mailed when a second check, an hour later, finds them dead, and not again until they were alive', async () => {
  const { app, sites, add, check, home } = await started({ OWNER_EMAIL: 'owner@example.com' })
  const dead = async () => (await home()).dead
  const checkAfter = async (ms: number) => {
    app.pass(ms)
    await check()
    return (await app.emails()).length
  }
  await add('Alive', 'http://a.example/')
  await check()
  sites.status = 404
  const id = await add('Alpha <b>', 'http://b.example/?a&b')
  await add('Draft', 'http://c.example/', 'draft')
  await check()
  app.pass(1_000)
  await add('Nowhere', 'http://nowhere.example/')
  expect(await checkAfter(0)).toBe(0)
  expect(await dead()).toMatchObject({
    total: 2,
    links: [
      { id, name: 'Alpha <b>', check: { state: 'dead', reason: 'status', detail: '404' } },
      { name: 'Nowhere', check: { reason: 'no-host' } },
    ],
  })
  expect(await checkAfter(hour / 2 + 60_000)).toBe(0)
  expect(await checkAfter(hour / 2)).toBe(1)
  const emails = await app.emails()
  expect(emails).toMatchObject([
    {
      to: [{ address: 'owner@example.com' }],
      subject: expect.stringMatching(/^2 projects of .+ do not respond$/),
      text: expect.stringContaining('Alpha <b>: It responds with 404 Not Found.\nhttp://b.example/?a&b\n'),
    },
  ])
  expect(emails[0]?.text).toMatch(/Nowhere: .*\nhttp:\/\/nowhere\.example\/\n/)
  expect(emails[0]?.text).toContain(`${app.context.config.publicUrl}/dashboard`)
  expect(emails[0]?.text).not.toMatch(/Alive|Draft/)
  expect(emails[0]?.html).not.toContain('<b>')

  expect(await checkAfter(26 * hour)).toBe(1)
  sites.status = 200
  await checkAfter(26 * hour)
  expect((await dead()).total).toBe(1)
  sites.status = 500
  expect(await checkAfter(26 * hour)).toBe(1)
  expect(await checkAfter(hour)).toBe(2)
})

test('the email about dead projects does not come for two checks of one minute, nor for what was alive again, became a draft or was deleted meanwhile', async () => {
  const { app, sites, add, update, remove, check, checkNow } = await started()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push(await add(`Project ${name}`, `http://${name}.example/`))
  const [a = '', b = '', c = ''] = ids
  sites.status = 404
  await check()
  app.pass(60_000)
  await checkNow(a)
  app.pass(35 * 60_000)
  await check()
  expect(sites.requests).toHaveLength(4)
  expect(await app.emails()).toEqual([])
  app.pass(hour)
  await check()
  await update(a, { pname: 'Project a', purl: 'http://a.example/new' })
  await update(b, { pname: 'Project b', purl: 'http://b.example/', status: 'draft' })
  await remove(c)
  expect(await app.emails()).toEqual([])
})
