// Client links: making them, what their page shows, and what ends them. Passphrases:
// client-link-passphrase.test.ts. What they must not show or leave behind: client-link-traces.test.ts.
import { describe, expect, test } from 'vitest'
import { linkedApps } from '../support/apps.ts'
import { cleanUp, tickAtEachReading } from '../support/evidence.ts'

const day = 24 * 60 * 60_000
const started = linkedApps()

describe('a client link', () => {
  test('shows a draft, also About this project, to whoever has it', async () => {
    const { added, make, open } = await started()
    const item = await added({ summary: 'Nine rooms by the water.', outcome: 'Booked out.' })
    expect((await open(`/portfolio/${item.id}`)).status).toBe(404)
    const { url, path, token } = await make(item)
    expect(url).toMatch(/^http:\/\/[^/]+\/c\/[\w-]{43}$/)
    const page = await open(path)
    expect(page.status).toBe(200)
    for (const text of ['<title>Fjord Hotel | ', 'Draft for your eyes, until', 'Nine rooms', 'Booked out.'])
      expect(page.text).toContain(text)
    // The page is rendered without it.
    expect(page.text).not.toContain(token)
  })

  test('shows a project as it is at this moment, also once it is published', async () => {
    const { added, make, open, update } = await started()
    const item = await added()
    const { path } = await make(item)
    await update(item.id, { pname: 'Fjord House', status: 'published' })
    const page = await open(path)
    expect([page.status, page.text.includes('<title>Fjord House | ')]).toEqual([200, true])
    expect(page.text).toContain('For your eyes, until')
    expect(page.text).not.toContain('Draft for your eyes')
  })

  test('has a name and a day on which it expires, and is listed newest first', async () => {
    const { added, make, list, app } = await started()
    const item = await added()
    tickAtEachReading(app.context)
    const { link } = await make(item)
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
    const other = await make(item, { name: ' For Rui\n', days: 90, passphrase: 'lantern light' })
    expect(other.link).toMatchObject({ name: 'For Rui', hasPassphrase: true })
    expect(Date.parse(other.link.expiresAt) - Date.parse(other.link.createdAt)).toBe(90 * day)
    expect(await list(item.id)).toEqual([other.link, link])
  })

  test('is told in the list of projects, with the day on which the last one expires', async () => {
    const { app, cookie, added, make } = await started()
    const item = await added()
    const shared = async () => (await app.json('/get-portfolios', { cookie })).body.clientLinks
    expect(await shared()).toEqual({})
    await make(item, { days: 1 })
    app.pass(1000)
    const { link } = await make(item, { days: 1 })
    expect(await shared()).toEqual({ [item.id]: link.expiresAt })
    app.pass(day)
    expect(await shared()).toEqual({})
  })

  test('is stored as a hash, and so is its passphrase', async () => {
    const { added, make, app } = await started()
    const { token } = await make(await added(), { passphrase: 'lantern light' })
    const [row] = await app.context.db.selectFrom('client_links').selectAll().execute()
    expect(row?.hash).toMatch(/^[\w-]{43}$/)
    expect(row?.passphrase_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(row)).not.toContain('lantern')
  })

  test('is made by admins alone, for a project that is there', async () => {
    const { app, added, send, revoke, make } = await started()
    const item = await added()
    const path = `/api/portfolio/${item.id}/client-links`
    const { link } = await make(item)
    const user = await app.asUser()
    for (const [as, status] of [
      ['', 401],
      [user, 403],
    ] as const) {
      expect((await app.json(path, { cookie: as })).status).toBe(status)
      expect((await send(item.id, {}, as)).status).toBe(status)
      expect((await revoke(link.id, as)).status).toBe(status)
    }
    const unknown = '0123456789abcdef01234567'
    expect((await send(unknown)).status).toBe(404)
    const listed = await app.json(`/api/portfolio/${unknown}/client-links`, {
      cookie: await app.asAdmin('x@example.com'),
    })
    expect(listed.status).toBe(404)
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
      [{ passphrase: 'x'.repeat(129) }, { passphrase: 'Passphrase must have at most 128 characters.' }],
    ] as const) {
      const { status, body } = await send(id, json)
      expect([status, body.errors]).toEqual([400, errors])
    }
  })

  test('is one of at most 20 of a project, also when they are made at the same moment', async () => {
    const { added, make, send, list, revoke } = await started()
    const item = await added()
    for (let n = 0; n < 17; n++) await make(item)
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await send(item.id)).status))
    expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409, 409])
    const [first] = await list(item.id)
    expect((await send(item.id)).body.message).toBe(
      'This project has 20 client links. Revoke one that is not needed.',
    )
    await revoke(first?.id ?? '')
    expect((await send(item.id)).status).toBe(201)
    expect((await send((await added({ pname: 'Another' })).id)).status).toBe(201)
  })

  test('is recorded, with its name and its end, when it is made and when it is revoked', async () => {
    const { app, added, make, revoke } = await started()
    const item = await added()
    const { link, token } = await make(item, { name: 'For Rui' })
    await revoke(link.id)
    const events = await app.context.db
      .selectFrom('audit_events')
      .selectAll()
      .where('kind', 'in', ['client-link.created', 'client-link.revoked'])
      .orderBy('created_at')
      .execute()
    const detail = `For Rui, until ${link.expiresAt.slice(0, 10)}`
    const target = { target_id: item.id, target_name: 'Fjord Hotel', user_email: 'admin@example.com', detail }
    expect(events).toMatchObject([
      { kind: 'client-link.created', ...target },
      { kind: 'client-link.revoked', ...target },
    ])
    expect(JSON.stringify(events)).not.toContain(token)
  })
})

describe('a client link ends', () => {
  test('when it expires; it is listed for 30 days more', async () => {
    const { app, added, make, open } = await started()
    const { path } = await make(await added(), { days: 1 })
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

  test('when it is revoked, at once, and no other with it', async () => {
    const { added, make, open, revoke } = await started()
    const item = await added()
    const first = await make(item)
    const second = await make(item)
    const { status, body } = await revoke(first.link.id)
    expect([status, body.message]).toEqual([200, 'Client link revoked.'])
    expect((await open(first.path)).status).toBe(404)
    expect((await open(second.path)).status).toBe(200)
    expect((await revoke(first.link.id)).status).toBe(404)
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
