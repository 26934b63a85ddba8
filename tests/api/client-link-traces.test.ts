// What a client link must not leave behind or show: in caches, lists, logs, metrics and counts of visits; and that it outlives
// a restore.
import { describe, expect, inject, test } from 'vitest'
import { tokenScopes } from '../../contract/settings.ts'
import { storeVisits } from '../../server/counts/stored-counts.ts'
import { linkedApps } from '../support/apps.ts'
import { backUp, contentsOf, emptyPlace, placeOf, restore } from '../support/backups.ts'
import { captureLog } from '../support/evidence.ts'
import { sendRaw } from '../support/request.ts'
import { ownApps } from '../support/start.ts'

const started = linkedApps()
const postgres = inject('postgres')

describe('the page of a client link', () => {
  test('is stored nowhere and sends its URL nowhere: no-store, noindex, no-referrer', async () => {
    const { added, make, open } = await started()
    const item = await added()
    const shown = await open((await make(item)).path)
    const locked = await open((await make(item, { passphrase: 'lantern light' })).path)
    const absent = await open('/c/unknown')
    for (const { headers, text } of [shown, locked, absent]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('etag')).toBeNull()
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.getSetCookie()).toEqual([])
      expect(text).toMatch(/<meta name="robots" content="noindex"/)
      // Nothing that a chat would show, or a search engine follow.
      expect(text).not.toMatch(/property="og:|rel="canonical"|ld\+json|twitter:/)
    }
    const redirected = await open(`${(await make(item)).path}/`)
    expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([308, 'no-store'])
    expect(redirected.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('is in no cache of this server: a change and a revocation show at once', async () => {
    const { added, make, open, update, revoke } = await started()
    const item = await added()
    const { path, link } = await make(item)
    for (let n = 0; n < 3; n++) expect((await open(path)).text).toContain('Fjord Hotel')
    await update(item.id, { pname: 'Renamed', status: 'draft' })
    expect((await open(path)).text).toContain('Renamed')
    await revoke(link.id)
    expect((await open(path)).status).toBe(404)
  })

  test('shows no other project, and its draft is in no list, search, category, page or sitemap', async () => {
    const { app, added, make, open } = await started()
    await added({ pname: 'Before', categories: 'Otherkind', status: 'published', summary: 'Told.' })
    const item = await added({ pname: 'Drafted', categories: 'Draftkind', summary: 'Told too.' })
    await added({ pname: 'After', categories: 'Otherkind', status: 'published', summary: 'Told.' })
    const { path } = await make(item)
    const page = await open(path)
    expect(page.text).toContain('Told too.')
    for (const other of ['Before', 'After', 'Otherkind', 'aria-label="Projects"', 'href="/portfolio'])
      expect(page.text).not.toContain(other)
    for (const elsewhere of [
      '/getportfolio/public',
      '/getportfolio/public?search=drafted',
      `/getportfolio/public?id=${item.id}`,
      '/public-categories',
      '/sitemap.xml',
      '/robots.txt',
      '/portfolio',
      '/portfolio?search=drafted',
      `/portfolio/${item.id}`,
      '/',
    ])
      for (let twice = 0; twice < 2; twice++) {
        const { text } = await sendRaw(app, elsewhere, { accept: 'text/html' })
        expect(text, elsewhere).not.toMatch(/Drafted|Draftkind|Told too|\/c\//)
      }
  })

  test('is in no visits: they count what is public', async () => {
    const { app, added, make, open } = await started()
    const { path } = await make(await added())
    await open(path)
    await storeVisits(app.context)
    expect(await app.context.db.selectFrom('daily_counts').selectAll().execute()).toEqual([])
  })
})

describe('the token', () => {
  test('is in no log line, metric or row, whatever is sent with it', async () => {
    const { app, cookie, added, make, open, enter } = await started({
      METRICS_TOKEN: 'a'.repeat(32),
      THROTTLE: 'on',
    })
    const log = captureLog(app)
    const item = await added()
    const { path, token } = await make(item, { passphrase: 'lantern light' })
    const { body } = await app.json('/api/settings/tokens', {
      cookie,
      json: { name: 'Script', scopes: tokenScopes, days: 1 },
    })
    await open(path)
    await open(path, { authorization: `Bearer ${body.secret}` })
    await open(`${path}/`)
    await open(`/C/${token}`)
    await open(`${path}.data`)
    await open(`${path}/more`)
    await open(path, {}, 'POST')
    await enter(token, 'lantern night')
    await enter(token, 'lantern light')
    const free = await make(item)
    await open(free.path, { authorization: `Bearer ${body.secret}` })
    app.context.log.warn({ event: 'request.failed', err: new Error(`GET ${path} failed`) }, `at ${free.url}`)
    const metrics = await app.send('/metrics', { headers: { authorization: `Bearer ${'a'.repeat(32)}` } })
    const rows = await app.context.db.selectFrom('audit_events').selectAll().execute()
    const attempts = await app.context.db.selectFrom('attempts').selectAll().execute()
    const seen = `${log.join('')}${await metrics.text()}${JSON.stringify([rows, attempts])}`
    expect(seen).toContain('route="/c/:token"')
    expect(seen).toContain('/c/…')
    for (const secret of [token, free.token, 'lantern']) expect(seen).not.toContain(secret)
  })
})

describe('access tokens', () => {
})

describe('a client link in a backup', () => {
  const ownApp = ownApps()

  test('works after it was restored, with its opens', async () => {
    const { app, added, make, open } = await started()
    const { path, link } = await make(await added(), { days: 90 })
    await open(path)
    await app.context.images.settled()
    const { file } = await backUp(placeOf(app))
    const copy = await emptyPlace(postgres)
    await restore(file, copy)
    const [row = ''] = (await contentsOf(copy)).rows.client_links ?? []
    expect(row).toContain(link.id)
    expect(row).toContain('["opens",1]')
    if (!postgres) return
    const restored = await ownApp({ DATABASE_URL: copy.DATABASE_URL ?? '' }, { pages: true })
    expect((await sendRaw(restored, path)).status).toBe(200)
  })
})
