// Client links: making them, what their page shows and leaves behind, passphrases, opens, and what ends them.

import { expect, test } from 'vitest'
import type { ClientLink } from '../../../contract/responses/projects.ts'
import { tokenScopes } from '../../../contract/settings.ts'
import { callsOf, eventsOf, from, statusesAtOnce } from '../../support/calls.ts'
import { navigation } from '../../support/request.ts'
import { png } from '../../support/sample-images.ts'
import { day, minute, ownApp, sharedApp } from '../../support/start.ts'

const shared = await sharedApp({}, { pages: true })
const right = 'lantern light'
const wrong = 'lantern night'
type Wanted = { name?: string; days?: number; passphrase?: string }

/**
 * Calls that make and revoke client links, and clients who open them, in an app of its own where it has other settings: the
 * first page of an app takes most of the time of a test.
 */
async function started(env?: Record<string, string>) {
  const app = env ? await ownApp(env, { pages: true }) : shared
  await app.empty('projects', 'users', 'daily_counts', 'audit_events')
  app.context.visits.take()
  const cookie = await app.asAdmin()
  const send = (projectId: string, json: object = {}) =>
    app.json(`/api/portfolio/${projectId}/client-links`, { cookie, json })
  return {
    app,
    cookie,
    ...callsOf(() => ({ app, cookie })).projects,
    send,
    async make({ id }: { id: string }, wanted: Wanted = {}) {
      const { status, body } = await send(id, wanted)
      expect([status, body.message]).toEqual([201, 'Client link created!'])
      const { link, url } = body as { link: ClientLink; url: string }
      const { pathname: path } = new URL(url)
      return { link, url, path, token: path.slice('/c/'.length) }
    },
    revoke: (id: string) => app.json(`/api/client-links/${id}`, { method: 'DELETE', cookie }),
    list: async (projectId: string): Promise<ClientLink[]> =>
      (await app.json(`/api/portfolio/${projectId}/client-links`, { cookie })).body.links,
    stored: () => app.context.db.selectFrom('client_links').selectAll().execute(),
    /** A client opens the page. */
    open: (path: string, headers?: Record<string, string>, method?: string) =>
      app.sendRaw(path, { ...navigation, ...headers }, method),
    enter: (token: string, passphrase: string, headers: Record<string, string> = {}) =>
      app.json('/api/client-links/open', { json: { token, passphrase }, headers }),
  }
}

/** A draft of its own, and a link of it. */
async function linked(wanted: Wanted = {}, env?: Record<string, string>) {
  const own = await started(env)
  const project = await own.added({ pname: 'Fjordlys Secret', summary: 'Nobody may know.' })
  return { ...own, project, ...(await own.make(project, wanted)) }
}
const locked = (env?: Record<string, string>) => linked({ name: 'For Rui', passphrase: right }, env)

/** Names of uploads in a text. */
const folders = (text: string) => new Set(text.match(/(?<=\/uploads\/)[\da-f]{24}-\d+x\d+/g))

test('a client link shows its draft with its screenshots to whoever has it, as it is at this moment, and no other project; no other page has the draft', async () => {
  const { added, page: upload, update, open, url, path, token, project } = await linked()
  const other = await added({ pname: 'Kestrel', categories: 'Otherkind', status: 'published' })
  const own: string[] = (await upload(project.id, await png(320, 5_000))).body.pages.desktop
  const [foreign = ''] = (await upload(other.id, await png(300, 200))).body.pages.desktop
  expect(url).toMatch(/^http:\/\/[^/]+\/c\/[\w-]{43}$/)
  const draft = await open(path)
  expect(draft.status).toBe(200)
  for (const shown of ['<title>Fjordlys Secret | ', 'Draft for your eyes, until', 'Nobody may know.'])
    expect(draft.text).toContain(shown)
  expect(folders(own.join(' ')).isSubsetOf(folders(draft.text))).toBe(true)
  expect(folders(draft.text).isDisjointFrom(folders(foreign))).toBe(true)
  for (const leak of [token, 'Kestrel', 'Otherkind', 'aria-label="Projects"', 'href="/portfolio'])
    expect(draft.text).not.toContain(leak)
  // In no list either: tests/api/projects/gallery.test.ts.
  for (const elsewhere of ['/', '/portfolio', '/portfolio?search=fjordlys', `/portfolio/${project.id}`])
    for (let twice = 0; twice < 2; twice++)
      expect((await open(elsewhere)).text, elsewhere).not.toMatch(/Fjordlys|\/c\//)
  await update(project.id, { pname: 'Fjord House', status: 'published' })
  const published = await open(path)
  for (const shown of ['<title>Fjord House | ', 'For your eyes, until'])
    expect(published.text).toContain(shown)
  expect(published.text).not.toContain('Draft for your eyes')
})

test('a client link has a name and an end, is recorded and listed newest first; other days, a long name and a short passphrase are rejected', async () => {
  const { app, cookie, added, make, send, list, revoke } = await started()
  const project = await added()
  const shared = async () => (await app.json('/get-portfolios', { cookie })).body.clientLinks
  expect(await shared()).toEqual({})
  const { link } = await make(project)
  expect(link).toMatchObject({ name: null, createdBy: 'Ada Admin', hasPassphrase: false, opens: 0 })
  const lasts = ({ expiresAt, createdAt }: ClientLink) => Date.parse(expiresAt) - Date.parse(createdAt)
  expect(lasts(link)).toBe(14 * day)
  const other = await make(project, { name: ' For Rui\n', days: 90, passphrase: right })
  expect(other.link).toMatchObject({ name: 'For Rui', hasPassphrase: true })
  expect(lasts(other.link)).toBe(90 * day)
  expect(await list(project.id)).toEqual([other.link, link])
  expect(await shared()).toEqual({ [project.id]: other.link.expiresAt })
  await revoke(other.link.id)
  expect(await shared()).toEqual({ [project.id]: link.expiresAt })
  const events = (await eventsOf(app, cookie)).slice(0, 2)
  const detail = `For Rui, until ${other.link.expiresAt.slice(0, 10)}`
  expect(events.map(({ kind, target, detail }) => [kind, target?.name, detail])).toEqual([
    ['client-link.revoked', 'Fjord Hotel', detail],
    ['client-link.created', 'Fjord Hotel', detail],
  ])
  const unknown = '0123456789abcdef01234567'
  expect((await send(unknown)).status).toBe(404)
  expect((await revoke(unknown)).body.message).toBe('This client link no longer exists.')
  for (const json of [{ days: 15 }, { name: 'x'.repeat(61) }, { passphrase: ' seven77 ' }])
    expect((await send(project.id, json)).body.errors).toHaveProperty(Object.keys(json))
})

test('a client link is one of at most 20 of a project, also when they are made at the same moment', async () => {
  const { added, make, send, list, revoke } = await started()
  const project = await added()
  for (let n = 0; n < 17; n++) await make(project)
  const calls = Array.from({ length: 6 }, () => send(project.id))
  expect(await statusesAtOnce(calls)).toEqual([201, 201, 201, 409, 409, 409])
  const [first] = await list(project.id)
  expect((await send(project.id)).body.message).toBe(
    'This project has 20 client links. Revoke one that is not needed.',
  )
  await revoke(first?.id ?? '')
  expect((await send(project.id)).status).toBe(201)
  expect((await send((await added({ pname: 'Another' })).id)).status).toBe(201)
})

test('a client link ends with the same page for expired, revoked, altered, deleted and invented: not found, and nothing else; an expired one is listed for 30 days more', async () => {
  const { app, added, make, open, revoke, remove, stored } = await started()
  const kept = await added({ pname: 'Kept' })
  const gone = await added({ pname: 'Gone' })
  const short = await make(kept, { days: 1 })
  const revoked = await make(kept, { days: 30 })
  const locked = await make(gone, { days: 30, passphrase: right })
  const whole = await make(kept, { days: 30 })
  app.pass(2 * day)
  await revoke(revoked.link.id)
  await remove(gone.id)
  const altered = whole.path.slice(0, -1) + (whole.path.endsWith('A') ? 'B' : 'A')
  const paths = [
    ...[short.path, revoked.path, locked.path, altered],
    whole.path.toUpperCase().replace('/C/', '/c/'),
    ...[`${whole.path}x`, '/c/x', `/c/${'x'.repeat(3000)}`, '/c/%00', `${whole.path}.data`],
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
  for (const [days, isListed] of [
    [28.9, true],
    [0.2, false],
  ] as const) {
    app.pass(days * day)
    await app.cleanUp()
    expect((await stored()).some(({ id }) => id === short.link.id)).toBe(isListed)
  }
  // The last one has ended, too, and is no link of its project in the list of projects.
  const cookie = await app.asAdmin('later@example.com')
  expect((await app.json('/get-portfolios', { cookie })).body.clientLinks).toEqual({})
})

test('a link with a passphrase shows nothing of its project before: no name, image, text or id; then all of it to the browser that entered it, by no other cookie, until it is revoked', async () => {
  const { page: upload, open, enter, make, revoke, path, token, project, link } = await locked()
  const [screenshot = ''] = (await upload(project.id, await png(300, 200))).body.pages.desktop
  const page = await open(path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('<title>A project for you | ')
  const rejected = JSON.stringify((await enter(token, wrong)).body)
  // As it is pasted from a message.
  const { cookie } = await enter(token, `  ${right}\n`)
  for (const shown of [page.text, rejected, (await open(path)).text]) {
    expect(folders(shown).size).toBe(0)
    for (const secret of ['Fjordlys', 'Nobody may', 'fjord.example', 'For Rui', project.id, token, link.id])
      expect(shown).not.toContain(secret)
  }
  const unlocked = await open(path, { cookie })
  expect(folders(unlocked.text)).toContain([...folders(screenshot)][0])
  expect(unlocked.text).toContain('Nobody may know.')
  const other = await make(project, { passphrase: right })
  const [name = '', proof = ''] = cookie.split('=')
  const altered = `${proof.slice(0, -2)}${proof.endsWith('AA') ? 'BB' : 'AA'}`
  for (const [at, sent] of [
    ...['', 'x', `${proof}x`, altered, proof.toLowerCase()].map((value) => [path, `${name}=${value}`]),
    [other.path, cookie],
    [other.path, `${name.replace(link.id, other.link.id)}=${proof}`],
  ] as [string, string][])
    expect((await open(at, { cookie: sent })).text, sent).not.toContain('Fjordlys')
  await revoke(link.id)
  expect((await open(path, { cookie })).status).toBe(404)
  expect((await enter(token, right)).status).toBe(404)
})

test('a link with a passphrase sets a cookie for its page alone, until it expires', async () => {
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

const limited = () => locked({ THROTTLE: 'on', TRUST_PROXY: '1' })

test('a wrong passphrase says that it is wrong and how many tries are left, then makes that client wait, and no other; those at one moment count each, and so do those of many links', async () => {
  const { app, enter, token } = await limited()
  const last = 'Please wait a moment before you try again.'
  for (const left of ['4 tries left.', '3 tries left.', '2 tries left.', '1 try left.', last]) {
    const message = `That is not the passphrase. ${left}`
    expect(await enter(token, wrong, from('192.0.2.1'))).toMatchObject({
      status: 403,
      body: { message, errors: { passphrase: message } },
    })
  }
  const rejected = await enter(token, right, from('192.0.2.1'))
  expect(rejected.status).toBe(429)
  // Less what has passed since the last try.
  expect(rejected.body.message).toMatch(/^Too many attempts\. Please try again in (30|[12]?\d) seconds\.$/)
  expect((await enter(token, right, from('192.0.2.2'))).status).toBe(200)
  app.pass(31_000)
  expect((await enter(token, right, from('192.0.2.1'))).status).toBe(200)
  // A success forgets the failures.
  expect((await enter(token, wrong, from('192.0.2.1'))).body.message).toContain('4 tries left.')
  const tries = await statusesAtOnce(Array.from({ length: 12 }, () => enter(token, wrong, from('192.0.2.3'))))
  expect(tries.filter((status) => status === 403).length).toBeLessThanOrEqual(5)
  // Whether they are links or not, a client tries 60.
  const unknown = async (_: unknown, n: number) =>
    (await enter(`unknown${n}`, wrong, from('192.0.2.4'))).status
  expect(await Array.fromAsync({ length: 62 }, unknown)).toEqual([...Array(60).fill(404), 429, 429])
  expect((await enter('unknown', wrong, from('192.0.2.5'))).status).toBe(404)
})

test('trying passphrases from many IP addresses is limited for the link, for ten minutes at most; neither another link nor who was let in before is concerned', async () => {
  const { app, open, enter, token, path, make, project } = await limited()
  const guess = async (_: unknown, n: number) => (await enter(token, wrong, from(`192.0.2.${n}`))).status
  expect(await Array.fromAsync({ length: 15 }, guess)).toEqual(Array(15).fill(403))
  // A right one neither counts nor forgets what others have tried.
  const { cookie } = await enter(token, right)
  const others = await Array.fromAsync({ length: 10 }, (_, n) => guess(_, 15 + n))
  expect(others).toEqual([...Array(5).fill(403), ...Array(5).fill(429)])
  const rejected = await enter(token, right, from('198.51.100.1'))
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  expect((await open(path, { cookie })).text).toContain('Fjordlys')
  const other = await make(project, { passphrase: right })
  expect((await enter(other.token, right, from('198.51.100.1'))).status).toBe(200)
  app.pass(10 * minute + 1000)
  expect((await enter(token, right, from('198.51.100.1'))).status).toBe(200)
})

test('the page of a client link is stored nowhere and sends its URL nowhere: no-store, noindex, no-referrer', async () => {
  const { make, open, path, project } = await linked()
  const shown = await open(path)
  const locked = await open((await make(project, { passphrase: right })).path)
  const absent = await open('/c/unknown')
  for (const { headers, text } of [shown, locked, absent]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect([headers.get('etag'), headers.getSetCookie()]).toEqual([null, []])
    expect(text).toMatch(/<meta name="robots" content="noindex"/)
    // Nothing that a chat would show, or a search engine follow.
    expect(text).not.toMatch(/property="og:|rel="canonical"|ld\+json|twitter:/)
  }
  const redirected = await open(`${path}/`)
  expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([308, 'no-store'])
  expect(redirected.headers.get('referrer-policy')).toBe('no-referrer')
})

test('the token is in no log line, metric or row, whatever is sent with it', async () => {
  const { app, cookie, added, make, open, enter, stored } = await started({
    METRICS_TOKEN: 'a'.repeat(32),
    THROTTLE: 'on',
  })
  const log = app.captureLog()
  const project = await added()
  const { path, token } = await make(project, { passphrase: right })
  const { body } = await app.json('/api/settings/tokens', {
    cookie,
    json: { name: 'Script', scopes: tokenScopes, days: 1 },
  })
  const withToken = { authorization: `Bearer ${body.secret}` }
  for (const asked of [path, `${path}/`, `/C/${token}`, `${path}.data`, `${path}/more`]) await open(asked)
  await open(path, withToken)
  await open(path, {}, 'POST')
  await enter(token, wrong)
  await enter(token, right)
  const free = await make(project)
  await open(free.path, withToken)
  app.context.log.warn({ event: 'request.failed', err: new Error(`GET ${path} failed`) }, `at ${free.url}`)
  const metrics = await app.send('/metrics', { headers: { authorization: `Bearer ${'a'.repeat(32)}` } })
  const seen = `${log.join('')}${await metrics.text()}${await app.rowsAsText()}${JSON.stringify(await stored())}`
  expect(seen).toContain('route="/c/:token"')
  expect(seen).toContain('/c/…')
  for (const secret of [token, free.token, 'lantern']) expect(seen).not.toContain(secret)
})

test('an open is one of a visitor or a user, each time; not HEAD, nor before the passphrase, nor of an admin; it is no visit', async () => {
  const { app, cookie, added, make, open, list, enter, path, project } = await linked()
  await open(path, {}, 'HEAD')
  await open(path, { cookie })
  expect(await list(project.id)).toMatchObject([{ opens: 0, lastOpenedAt: null }])
  await open(path)
  await open(path, { cookie: await app.asUser() })
  const [link] = await list(project.id)
  expect(link?.opens).toBe(2)
  expect(Math.abs(Date.parse(link?.lastOpenedAt ?? '') - app.context.now().getTime())).toBeLessThan(minute)
  const other = await added({ pname: 'Locked' })
  const locked = await make(other, { passphrase: right })
  await open(locked.path)
  await enter(locked.token, wrong)
  expect(await list(other.id)).toMatchObject([{ opens: 0 }])
  // Visits count what is public.
  await app.countVisits()()
  expect(await app.context.db.selectFrom('daily_counts').selectAll().execute()).toEqual([])
})
