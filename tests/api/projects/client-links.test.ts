// Client links: making them, what their page shows and leaves behind, passphrases, opens, and what ends them.

import { describe, expect, test } from 'vitest'
import type { ClientLink } from '../../../contract/responses/projects.ts'
import { tokenScopes } from '../../../contract/settings.ts'
import { storeVisits } from '../../../server/counts/stored-counts.ts'
import { visitedApps } from '../../support/apps.ts'
import { imageCalls, longPage } from '../../support/calls.ts'
import { captureLog, cleanUp, from, tickAtEachReading } from '../../support/evidence.ts'
import { cookieOf, sendRaw } from '../../support/request.ts'
import { png } from '../../support/sample-images.ts'
import type { Running } from '../../support/start.ts'

const minute = 60_000
const day = 24 * 60 * minute
const visited = visitedApps()
const right = 'lantern light'
const wrong = 'lantern night'

/** A visited app, calls that make and revoke client links, and clients who open them. */
async function started(env?: Record<string, string>) {
  const own = await visited(env)
  const { app, cookie } = own
  const send = (projectId: string, json: object = {}, as = cookie) =>
    app.json(`/api/portfolio/${projectId}/client-links`, { cookie: as, json })
  return {
    ...own,
    send,
    async make({ id }: { id: string }, wanted: { name?: string; days?: number; passphrase?: string } = {}) {
      const { status, body } = await send(id, wanted)
      expect([status, body.message]).toEqual([201, 'Client link created!'])
      const { link, url } = body as { link: ClientLink; url: string }
      const { pathname: path } = new URL(url)
      return { link, url, path, token: path.slice('/c/'.length) }
    },
    revoke: (id: string, as = cookie) =>
      app.json(`/api/client-links/${id}`, { method: 'DELETE', cookie: as }),
    list: async (projectId: string): Promise<ClientLink[]> =>
      (await app.json(`/api/portfolio/${projectId}/client-links`, { cookie })).body.links,
    /** A client opens the page. */
    open: own.visit,
    enter: (token: string, passphrase: string, headers: Record<string, string> = {}) =>
      app.json('/api/client-links/open', { json: { token, passphrase }, headers }),
  }
}

/** A draft of its own, and a link of it. */
async function linked(wanted: Parameters<Awaited<ReturnType<typeof started>>['make']>[1] = {}) {
  const own = await started()
  const project = await own.added()
  return { ...own, project, ...(await own.make(project, wanted)) }
}

describe('a client link', () => {
  test('shows a draft to whoever has it', async () => {
    const { added, make, open } = await started()
    const project = await added({ summary: 'Nine rooms by the water.' })
    expect((await open(`/portfolio/${project.id}`)).status).toBe(404)
    const { url, path, token } = await make(project)
    expect(url).toMatch(/^http:\/\/[^/]+\/c\/[\w-]{43}$/)
    const page = await open(path)
    expect(page.status).toBe(200)
    for (const text of ['<title>Fjord Hotel | ', 'Draft for your eyes, until', 'Nine rooms'])
      expect(page.text).toContain(text)
    // The page is rendered without it.
    expect(page.text).not.toContain(token)
  })

  test('shows a project as it is at this moment, also once it is published', async () => {
    const { open, update, path, project } = await linked()
    await open(path)
    await update(project.id, { pname: 'Fjord House', status: 'published' })
    const page = await open(path)
    expect([page.status, page.text.includes('<title>Fjord House | ')]).toEqual([200, true])
    expect(page.text).toContain('For your eyes, until')
    expect(page.text).not.toContain('Draft for your eyes')
  })

  test('has a name and a day on which it expires, and is listed newest first', async () => {
    const { added, make, list, app } = await started()
    const project = await added()
    tickAtEachReading(app.context)
    const { link } = await make(project)
    expect(link).toEqual({
      id: expect.any(String),
      name: null,
      createdBy: 'Ada Admin',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      hasPassphrase: false,
      opens: 0,
      lastOpenedAt: null,
    })
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(14 * day)
    app.pass(1000)
    const other = await make(project, { name: ' For Rui\n', days: 90, passphrase: 'lantern light' })
    expect(other.link).toMatchObject({ name: 'For Rui', hasPassphrase: true })
    expect(Date.parse(other.link.expiresAt) - Date.parse(other.link.createdAt)).toBe(90 * day)
    expect(await list(project.id)).toEqual([other.link, link])
  })

  test('is told in the list of projects, with the day on which the last one expires', async () => {
    const { app, cookie, added, make } = await started()
    const project = await added()
    const shared = async () => (await app.json('/get-portfolios', { cookie })).body.clientLinks
    expect(await shared()).toEqual({})
    await make(project, { days: 1 })
    app.pass(1000)
    const { link } = await make(project, { days: 1 })
    expect(await shared()).toEqual({ [project.id]: link.expiresAt })
    app.pass(day)
    expect(await shared()).toEqual({})
  })

  test('is stored as a hash, and so is its passphrase', async () => {
    const { app, token } = await linked({ passphrase: 'lantern light' })
    const [row] = await app.context.db.selectFrom('client_links').selectAll().execute()
    expect(row?.hash).toMatch(/^[\w-]{43}$/)
    expect(row?.passphrase_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(row)).not.toContain('lantern')
  })

  test('is made for a project that is there', async () => {
    const { app, cookie, send, revoke } = await started()
    const unknown = '0123456789abcdef01234567'
    expect((await send(unknown)).status).toBe(404)
    expect((await app.json(`/api/portfolio/${unknown}/client-links`, { cookie })).status).toBe(404)
    expect((await revoke(unknown)).body.message).toBe('This client link no longer exists.')
  })

  test('of wrong days, a long name or a short passphrase is rejected', async () => {
    const { added, send } = await started()
    const { id } = await added()
    for (const [json, errors] of [
      [{ days: 15 }, { days: 'Choose 1, 7, 14, 30 or 90 days.' }],
      [{ days: '14' }, { days: 'Choose 1, 7, 14, 30 or 90 days.' }],
      [{ name: 'x'.repeat(61) }, { name: 'Name must be at most 60 characters.' }],
      [{ passphrase: ' '.repeat(10) }, { passphrase: 'Passphrase must not be blank.' }],
      [{ passphrase: ' seven77 ' }, { passphrase: 'Passphrase must have at least 8 characters.' }],
      [{ passphrase: 'x'.repeat(129) }, { passphrase: 'Passphrase must be at most 128 characters.' }],
    ] as const) {
      const { status, body } = await send(id, json)
      expect([status, body.errors]).toEqual([400, errors])
    }
  })

  test('is one of at most 20 of a project, also when they are made at the same moment', async () => {
    const { added, make, send, list, revoke } = await started()
    const project = await added()
    for (let n = 0; n < 17; n++) await make(project)
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await send(project.id)).status))
    expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409, 409])
    const [first] = await list(project.id)
    expect((await send(project.id)).body.message).toBe(
      'This project has 20 client links. Revoke one that is not needed.',
    )
    await revoke(first?.id ?? '')
    expect((await send(project.id)).status).toBe(201)
    expect((await send((await added({ pname: 'Another' })).id)).status).toBe(201)
  })

  test('is recorded, with its name and its end, when it is made and when it is revoked', async () => {
    const { app, revoke, link, token, project } = await linked({ name: 'For Rui' })
    await revoke(link.id)
    const events = await app.context.db
      .selectFrom('audit_events')
      .selectAll()
      .where('kind', 'in', ['client-link.created', 'client-link.revoked'])
      .orderBy('created_at')
      .execute()
    const detail = `For Rui, until ${link.expiresAt.slice(0, 10)}`
    const target = {
      target_id: project.id,
      target_name: 'Fjord Hotel',
      user_email: 'admin@example.com',
      detail,
    }
    expect(events).toMatchObject([
      { kind: 'client-link.created', ...target },
      { kind: 'client-link.revoked', ...target },
    ])
    expect(JSON.stringify(events)).not.toContain(token)
  })
})

describe('a client link ends', () => {
  test('when it expires; it is listed for 30 days more', async () => {
    const { app, open, path } = await linked({ days: 1 })
    app.pass(day - 60_000)
    expect((await open(path)).status).toBe(200)
    app.pass(2 * 60_000)
    expect((await open(path)).status).toBe(404)
    await cleanUp(app.context)
    expect(await app.context.db.selectFrom('client_links').select('id').execute()).toHaveLength(1)
    app.pass(30 * day)
    await cleanUp(app.context)
    expect(await app.context.db.selectFrom('client_links').select('id').execute()).toEqual([])
  })

  test('with its project, deleted alone or with others', async () => {
    const { app, cookie, added, make, open, remove } = await started()
    const one = await added({ pname: 'One' })
    const two = await added({ pname: 'Two' })
    const first = await make(one)
    const second = await make(two)
    await remove(one.id)
    expect((await open(first.path)).status).toBe(404)
    expect((await open(second.path)).status).toBe(200)
    await app.json('/bulk-delete', { cookie, json: { ids: [two.id] } })
    expect((await open(second.path)).status).toBe(404)
    expect(await app.context.db.selectFrom('client_links').select('id').execute()).toEqual([])
  })

  test('with the same page for expired, revoked, altered, deleted and invented: not found, and nothing else', async () => {
    const { app, added, make, open, revoke, remove } = await started()
    const kept = await added({ pname: 'Kept' })
    const gone = await added({ pname: 'Gone' })
    const short = await make(kept, { days: 1 })
    const revoked = await make(kept, { days: 30 })
    const locked = await make(gone, { days: 30, passphrase: 'lantern light' })
    const whole = await make(kept, { days: 30 })
    app.pass(2 * day)
    await revoke(revoked.link.id)
    await remove(gone.id)
    const altered = whole.path.slice(0, -1) + (whole.path.endsWith('A') ? 'B' : 'A')
    const paths = [
      short.path,
      revoked.path,
      locked.path,
      altered,
      whole.path.toUpperCase().replace('/C/', '/c/'),
      `${whole.path}x`,
      '/c/x',
      `/c/${'x'.repeat(3000)}`,
      '/c/%00',
      `${whole.path}.data`,
    ]
    const pages = await Promise.all(paths.map((path) => open(path)))
    expect(pages.map(({ status }) => status)).toEqual(paths.map(() => 404))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    const headersOf = ({ headers }: (typeof pages)[0]) => {
      const { date: _, ...rest } = Object.fromEntries(headers)
      return JSON.stringify(rest)
    }
    expect(new Set(pages.map(headersOf)).size).toBe(1)
    expect(pages[0]?.text).toContain('Page Not Found')
    expect((await open(whole.path)).status).toBe(200)
  })
})

async function locked(env?: Record<string, string>) {
  const own = await started(env)
  const project = await own.added({ pname: 'Fjordlys Secret', summary: 'Nobody may know.' })
  return { ...own, project, ...(await own.make(project, { name: 'For Rui', passphrase: right })) }
}

/** @returns the cookie that a right passphrase sets */
async function unlock({ app }: { app: Running }, token: string, passphrase = right): Promise<string> {
  const response = await app.send('/api/client-links/open', { json: { token, passphrase } })
  expect(response.status).toBe(200)
  return cookieOf(response)
}

describe('a link with a passphrase', () => {
  test('shows nothing of its project before: no name, image, text or id', async () => {
    const { open, path, token, project, link } = await locked()
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('A draft for you')
    expect(page.text).toContain('<title>Draft | ')
    const image = /\/uploads\/[^/]+/.exec(project.pimage ?? '')?.[0] ?? 'none'
    for (const secret of [
      'Fjordlys',
      'Nobody may know',
      'fjord.example',
      'For Rui',
      project.id,
      image,
      token,
      link.id,
    ])
      expect(page.text).not.toContain(secret)
  })

  test('shows it to the browser that entered the passphrase, and to no other', async () => {
    const own = await locked()
    const cookie = await unlock(own, own.token)
    expect((await own.open(own.path, { cookie })).text).toContain('Nobody may know.')
    expect((await own.open(own.path)).text).not.toContain('Fjordlys')
    // Pasted from a message.
    await unlock(own, own.token, `  ${right}\n`)
  })

  test('sets a cookie for its page alone, until it expires', async () => {
    const { app, token, link } = await locked({ PUBLIC_URL: 'https://portfolio.example' })
    const response = await app.send('/api/client-links/open', { json: { token, passphrase: right } })
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(new RegExp(`^__Secure-client-link-${link.id}=${link.id}\\.[\\w%]{44,}; `))
    for (const attribute of ['Path=/c', 'HttpOnly', 'SameSite=Lax', 'Secure'])
      expect(cookie.split('; ')).toContain(attribute)
    const expires = /Expires=([^;]+)/.exec(cookie)?.[1] ?? ''
    expect(Math.abs(Date.parse(expires) - Date.parse(link.expiresAt))).toBeLessThan(1000)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('takes no cookie that is altered, of another link, or of the link before it was made again', async () => {
    const own = await locked()
    const cookie = await unlock(own, own.token)
    const other = await own.make(own.project, { passphrase: right })
    const [name = '', proof = ''] = cookie.split('=')
    const otherName = name.replace(own.link.id, other.link.id)
    for (const sent of [
      `${name}=`,
      `${name}=x`,
      `${name}=${proof}x`,
      `${name}=${proof.slice(0, -2)}${proof.endsWith('AA') ? 'BB' : 'AA'}`,
      cookie.replace(proof, proof.toLowerCase()),
    ])
      expect((await own.open(own.path, { cookie: sent })).text).not.toContain('Fjordlys')
    expect((await own.open(other.path, { cookie })).text).not.toContain('Fjordlys')
    expect((await own.open(other.path, { cookie: `${otherName}=${proof}` })).text).not.toContain('Fjordlys')
  })

  test('asks again once the passphrase is another one, and ends with the link', async () => {
    const own = await locked()
    const cookie = await unlock(own, own.token)
    const hash = await own.app.context.passwordHasher.hash('another one')
    await own.app.context.db.updateTable('client_links').set({ passphrase_hash: hash }).execute()
    expect((await own.open(own.path, { cookie })).text).not.toContain('Fjordlys')
    const newCookie = await unlock(own, own.token, 'another one')
    expect((await own.open(own.path, { cookie: newCookie })).text).toContain('Fjordlys')
    own.app.pass(15 * day)
    expect((await own.open(own.path, { cookie: newCookie })).status).toBe(404)
    expect((await own.enter(own.token, 'another one')).status).toBe(404)
    await own.revoke(own.link.id)
    expect((await own.open(own.path, { cookie: newCookie })).status).toBe(404)
  })
})

describe('trying passphrases', () => {
  const limited = () => locked({ THROTTLE: 'on', TRUST_PROXY: '1' })

  test('says that it is wrong and how many tries are left, then makes that client wait, and no other', async () => {
    const { app, enter, token } = await limited()
    const messages: string[] = []
    for (let n = 0; n < 5; n++) {
      const { status, body } = await enter(token, wrong, from('192.0.2.1'))
      expect([status, body.errors]).toEqual([403, { passphrase: body.message }])
      messages.push(body.message)
    }
    expect(messages).toEqual([
      'That is not the passphrase. 4 tries left.',
      'That is not the passphrase. 3 tries left.',
      'That is not the passphrase. 2 tries left.',
      'That is not the passphrase. 1 try left.',
      'That is not the passphrase. Please wait a moment before you try again.',
    ])
    const rejected = await enter(token, right, from('192.0.2.1'))
    expect([rejected.status, rejected.body.message]).toEqual([
      429,
      // Less what has passed since the last try.
      expect.stringMatching(/^Too many attempts\. Please try again in (30|[12]?\d) seconds\.$/),
    ])
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    expect((await enter(token, right, from('192.0.2.2'))).status).toBe(200)
    app.pass(31_000)
    expect((await enter(token, right, from('192.0.2.1'))).status).toBe(200)
    // A success forgets the failures.
    expect((await enter(token, wrong, from('192.0.2.1'))).body.message).toContain('4 tries left.')
  })

  test('from many IP addresses is limited for the link, for ten minutes at most; another link is not concerned', async () => {
    const { app, enter, token, make, project } = await limited()
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) statuses.push((await enter(token, wrong, from(`192.0.2.${n}`))).status)
    expect(statuses).toEqual([...Array(20).fill(403), ...Array(5).fill(429)])
    const rejected = await enter(token, right, from('198.51.100.1'))
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    const other = await make(project, { passphrase: right })
    expect((await enter(other.token, right, from('198.51.100.1'))).status).toBe(200)
    app.pass(10 * minute + 1000)
    expect((await enter(token, right, from('198.51.100.1'))).status).toBe(200)
  })

  test('is entered by a whole team within the limit of the link, and what a guesser tried stays counted', async () => {
    const { enter, token } = await limited()
    for (let n = 0; n < 19; n++) await enter(token, wrong, from(`192.0.2.${n}`))
    for (let n = 0; n < 25; n++) expect((await enter(token, right, from(`198.51.100.${n}`))).status).toBe(200)
    expect((await enter(token, wrong, from('192.0.2.98'))).status).toBe(403)
    expect((await enter(token, right, from('198.51.100.99'))).status).toBe(429)
  })

  test('of many links is limited for a client, whether they are any or not', async () => {
    const { enter } = await limited()
    const statuses: number[] = []
    for (let n = 0; n < 62; n++) statuses.push((await enter(`unknown${n}`, wrong, from('192.0.2.1'))).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429, 429])
    expect((await enter('unknown', wrong, from('192.0.2.2'))).status).toBe(404)
  })

  test('at the same moment counts each of them', async () => {
    const { enter, token } = await limited()
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter(token, wrong, from('192.0.2.1'))))
    expect(tries.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(5)
  })

  test('does not keep out a browser that was let in before', async () => {
    const own = await limited()
    const cookie = await unlock(own, own.token)
    for (let n = 0; n < 25; n++) await own.enter(own.token, wrong, from(`192.0.2.${n}`))
    expect((await own.open(own.path, { cookie })).text).toContain('Fjordlys')
  })
})

describe('the page of a client link', () => {
  test('is stored nowhere and sends its URL nowhere: no-store, noindex, no-referrer', async () => {
    const { added, make, open } = await started()
    const project = await added()
    const shown = await open((await make(project)).path)
    const locked = await open((await make(project, { passphrase: 'lantern light' })).path)
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
    const redirected = await open(`${(await make(project)).path}/`)
    expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([308, 'no-store'])
    expect(redirected.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('shows no other project, and its draft is in no list, search, category, page or sitemap', async () => {
    const { app, added, make, open } = await started()
    await added({ pname: 'Before', categories: 'Otherkind', status: 'published', summary: 'Told.' })
    const project = await added({ pname: 'Drafted', categories: 'Draftkind', summary: 'Told too.' })
    await added({ pname: 'After', categories: 'Otherkind', status: 'published', summary: 'Told.' })
    const { path } = await make(project)
    const page = await open(path)
    expect(page.text).toContain('Told too.')
    for (const other of ['Before', 'After', 'Otherkind', 'aria-label="Projects"', 'href="/portfolio'])
      expect(page.text).not.toContain(other)
    for (const elsewhere of [
      '/getportfolio/public',
      '/getportfolio/public?search=drafted',
      `/getportfolio/public?id=${project.id}`,
      '/public-categories',
      '/sitemap.xml',
      '/robots.txt',
      '/portfolio',
      '/portfolio?search=drafted',
      `/portfolio/${project.id}`,
      '/',
    ])
      for (let twice = 0; twice < 2; twice++) {
        const { text } = await sendRaw(app, elsewhere, { accept: 'text/html' })
        expect(text, elsewhere).not.toMatch(/Drafted|Draftkind|Told too|\/c\//)
      }
  })

  test('is in no visits: they count what is public', async () => {
    const { app, open, path } = await linked()
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
    const project = await added()
    const { path, token } = await make(project, { passphrase: 'lantern light' })
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
    const free = await make(project)
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

describe('an open', () => {
  test('is a visitor who opens the page as a document, each time', async () => {
    const { open, list, app, path, project } = await linked()
    await open(path)
    app.pass(1000)
    await open(path)
    const [link] = await list(project.id)
    expect(link?.opens).toBe(2)
    expect(Math.abs(Date.parse(link?.lastOpenedAt ?? '') - app.context.now().getTime())).toBeLessThan(60_000)
  })

  test('is not HEAD, nor the page that asks for the passphrase, nor an admin; a user is', async () => {
    const { app, cookie, added, make, open, list, enter, path, project } = await linked()
    await open(path, {}, 'HEAD')
    await open(path, { cookie })
    const opens = async () => (await list(project.id)).map((link) => link.opens)
    expect(await opens()).toEqual([0])
    await open(path, { cookie: await app.asUser() })
    expect(await opens()).toEqual([1])
    const locked = await make(await added({ pname: 'Locked' }), { passphrase: 'lantern light' })
    await open(locked.path)
    await enter(locked.token, 'lantern night')
    expect(
      (await app.context.db.selectFrom('client_links').select('opens').execute())
        .map(({ opens }) => opens)
        .toSorted(),
    ).toEqual([0, 1])
  })
})

const folders = (text: string) => new Set(text.match(/(?<=\/uploads\/)[\da-f]{24}-\d+x\d+/g))

test('the page of a link has the screenshots of its draft, until they are removed', async () => {
  const { app, cookie, added, make, open, revoke } = await started()
  const { page, dropPage } = imageCalls(() => ({ app, cookie }))
  const upload = () => png(300, 200)
  const [draft, other] = [await added(), await added({ pname: 'Kestrel Audio', status: 'published' })]
  const own = (await page(draft.id, await longPage(320, 5_000, 100))).body.pages.desktop as string[]
  const [phone = ''] = (await page(draft.id, await upload(), 'mobile')).body.pages.mobile
  const foreign = (await page(other.id, await upload())).body.pages.desktop as string[]
  const { path, link } = await make(draft)

  const shown = await open(path)
  const named = folders(shown.text)
  for (const image of [...own, phone]) expect(named).toContain([...folders(image)][0])
  expect(named).not.toContain([...folders(foreign.join(' '))][0])
  // For a client without JavaScript or a session, too.
  for (const image of [...own, phone]) expect((await app.send(image)).status).toBe(200)

  await dropPage(draft.id, 'desktop')
  const after = folders((await open(path)).text)
  for (const image of own) expect(after).not.toContain([...folders(image)][0])
  expect(after).toContain([...folders(phone)][0])

  await revoke(link.id)
  const gone = await open(path)
  expect([gone.status, folders(gone.text).size]).toEqual([404, 0])
})

test('before the passphrase was right, a page names none of them', async () => {
  const { app, cookie, added, make, open, enter } = await started()
  const { page } = imageCalls(() => ({ app, cookie }))
  const draft = await added()
  const [own = ''] = (await page(draft.id, await png(300, 200))).body.pages.desktop
  const { path, token } = await make(draft, { passphrase: 'lantern light' })
  expect(folders((await open(path)).text).size).toBe(0)
  const wrong = await enter(token, 'lantern night')
  expect(folders(JSON.stringify(wrong.body)).size).toBe(0)
  const right = await enter(token, 'lantern light')
  const [unlocked = ''] = right.headers.getSetCookie().map((one) => one.split(';')[0])
  expect(folders((await open(path, { cookie: unlocked })).text)).toContain([...folders(own)][0])
})
