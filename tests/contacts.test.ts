// Messages from visitors: received once, told to the owner, guarded against abuse, listed and removed by admins.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seed } from '../bench/seed.ts'
import { type ContactMessage, replyBodyFor, replySubjectFor } from '../contract/contacts.ts'
import { sendAlone } from './own-connection.ts'
import { startSmtpPeer } from './smtp-peer.ts'
import { type Running, type Sent, startApp } from './start.ts'
import { short, titled } from './titles.ts'

let app: Running
let cookie: string
let userCookie: string

beforeAll(async () => {
  app = await startApp()
  cookie = await app.asAdmin()
  userCookie = await app.asUser()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.context.db.deleteFrom('contacts').execute()
})

const good = {
  name: 'Vera Visitor',
  email: 'vera@example.org',
  subject: 'A site',
  message: 'Hello,\nhow much is one?',
}
const sent = { success: true, message: 'Message sent successfully!' }
const post = (over: object = {}, to = app) => to.json('/contacts', { json: { ...good, ...over } })
const list = async (query = '') => (await app.json(`/contacts?${query}`, { cookie })).body
const messages = async (query = ''): Promise<string[]> =>
  (await list(query)).contacts.map(({ message }: ContactMessage) => message)
/** The letters about the messages that are stored now: those of earlier tests are cleared with their rows. */
const letterAbout = async (name: string) =>
  (await app.letters()).filter(({ subject }) => subject?.includes(name))

describe('a message', () => {
  test('is stored, answered with the words of the form, and told to the owner with the visitor to answer (decisions 60 and 61)', async () => {
    const { status, body, headers } = await post({ name: 'Nora Notice' })
    expect([status, body]).toEqual([201, sent])
    expect(headers.get('set-cookie')).toBeNull()
    expect((await list()).contacts).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        ...good,
        name: 'Nora Notice',
        replied: false,
        sending: false,
        createdAt: expect.stringMatching(/Z$/),
        replies: [],
      },
    ])
    const [letter, ...more] = await letterAbout('Nora Notice')
    expect(more).toEqual([])
    expect(letter?.to?.map(({ address }) => address)).toEqual(['admin@example.com'])
    expect(letter?.replyTo?.map(({ address }) => address)).toEqual(['vera@example.org'])
    expect(letter?.from?.address).toBe('no-reply@localhost')
    expect(letter?.subject).toBe('New message from Nora Notice')
    expect(letter?.text).toContain('> how much is one?')
  })

  test('without a subject is fine, and lists as none (decision 59)', async () => {
    const { subject, ...rest } = good
    for (const json of [
      rest,
      { ...rest, subject: null, message: 'b' },
      { ...rest, subject: '  ', message: 'c' },
    ])
      expect((await app.json('/contacts', { json })).status).toBe(201)
    expect((await list()).contacts.map((row: ContactMessage) => row.subject)).toEqual([null, null, null])
    expect(subject).toBe('A site')
  })

  test('is kept clean: trimmed, one form of letters and line breaks, no control characters (decision 19)', async () => {
    await post({
      name: '  Zoe\r\n\tZ\u0000  ',
      email: ' VERA@Example.ORG ',
      message: ' e\u0301\r\nb\rc\u0007 ',
    })
    expect((await list()).contacts[0]).toMatchObject({
      name: 'Zoe Z',
      email: 'vera@example.org',
      message: 'é\nb\nc',
    })
  })

  test('cannot set what only the server sets (abuse case 14)', async () => {
    const more = {
      id: 'chosen',
      replied: true,
      replied_at: '2020',
      sending: true,
      createdAt: '2000-01-01',
      replies: [{}],
      isAdmin: true,
    }
    expect((await post(more)).status).toBe(201)
    const [row] = (await list()).contacts
    expect(row).toMatchObject({ replied: false, sending: false, replies: [] })
    expect([row.id === 'chosen', row.createdAt < '2020']).toEqual([false, false])
  })

  test('in markup and foreign letters arrives as it is, in the list and as text in the mail (decision 65, abuse case 25)', async () => {
    const message = '<script>alert(1)</script> <img src=x onerror=alert(1)> & "日本語" 🙂 \u202e'
    await post({ name: '<b>Html Hannah</b>', message })
    expect(await messages()).toEqual([message])
    const [letter] = await letterAbout('Html Hannah')
    expect(letter?.text).toContain('<script>alert(1)</script>')
    expect(letter?.html).not.toMatch(/<script|<img|<b>/)
    expect(letter?.html).toContain('&lt;script&gt;')
  })

  test('cannot write headers of a mail (abuse case 24)', async () => {
    const peer = await startSmtpPeer()
    const other = await startApp({ SMTP_URL: peer.url, OWNER_EMAIL: 'owner@example.com' })
    try {
      const evil = 'x\r\nBcc: victim@example.com\r\nSubject: Spam\r\n\r\nbody'
      expect((await post({ name: evil, subject: evil }, other)).status).toBe(201)
      expect((await post({ email: 'a@b.c\r\nBcc: victim@example.com' }, other)).status).toBe(400)
      expect((await post({ email: 'a@b.c,victim@example.com' }, other)).status).toBe(400)
      expect((await post({ email: '<victim@example.com>a@b.c' }, other)).status).toBe(400)
      const [letter] = await peer.arrived(1)
      const head = letter?.raw.slice(0, letter.raw.indexOf('\r\n\r\n')) ?? ''
      expect(head).not.toMatch(/^bcc:/im)
      expect(head.match(/^subject:/gim)).toHaveLength(1)
      expect(letter?.recipients).toEqual(['owner@example.com'])
    } finally {
      await other.stop()
      await peer.stop()
    }
  })

  test('goes to OWNER_EMAIL where there is one, else to every admin (decision 61)', async () => {
    const second = await startApp({ OWNER_EMAIL: 'owner@example.com' })
    const third = await startApp()
    try {
      await second.asAdmin()
      await post({}, second)
      expect((await second.letters()).map(({ to }) => to?.[0]?.address)).toEqual(['owner@example.com'])
      await third.addUser({ email: 'a@example.com', admin: true })
      await third.addUser({ email: 'b@example.com', admin: true })
      await third.addUser({ email: 'c@example.com' })
      await post({}, third)
      expect((await third.letters()).map(({ to }) => to?.[0]?.address).sort()).toEqual([
        'a@example.com',
        'b@example.com',
      ])
    } finally {
      await second.stop()
      await third.stop()
    }
  })
})

describe('a faulty message (section 5)', () => {
  const invalidEmail = 'Invalid email format'
  const bad = (field: string, value: unknown, message: string) =>
    [field, short(value), message, value] as const
  test.each([
    bad('name', undefined, 'Name is required.'),
    bad('name', '', 'Name is required.'),
    bad('name', ' \n ', 'Name is required.'),
    bad('name', 7, 'Name is required.'),
    bad('name', 'n'.repeat(101), 'Name must be at most 100 characters.'),
    bad('email', undefined, invalidEmail),
    bad('email', 'a@b', invalidEmail),
    bad('email', '@b.c', invalidEmail),
    bad('email', 'a@b.c@d.e', invalidEmail),
    bad('email', 'a b@c.d', invalidEmail),
    bad('email', ['a@b.c'], invalidEmail),
    bad('email', `${'a'.repeat(251)}@b.c`, invalidEmail),
    bad('email', `${'a@'.repeat(25_000)}b.c`, invalidEmail),
    bad('email', `a@${'b.'.repeat(25_000)}`, invalidEmail),
    bad('subject', 's'.repeat(201), 'Subject must be at most 200 characters.'),
    bad('subject', { $gt: '' }, 'Subject must be text.'),
    bad('message', undefined, 'Message is required.'),
    bad('message', '\r\n\t', 'Message is required.'),
    bad('message', 'm'.repeat(5001), 'Message must be at most 5000 characters.'),
    bad('message', true, 'Message is required.'),
  ])('%s %s: %s', async (field, _, message, value) => {
    const { status, body } = await post({ [field]: value })
    expect([status, body]).toEqual([400, { success: false, message, errors: { [field]: message } }])
    expect((await list()).total).toBe(0)
  })

  test('names every field that is wrong', async () => {
    const { body } = await app.json('/contacts', { json: {} })
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'message', 'name'])
  })

  test('of the longest fields allowed is none', async () => {
    const longest = { name: '日'.repeat(100), subject: '本'.repeat(200), message: '語'.repeat(5000) }
    expect((await post(longest)).status).toBe(201)
    expect(await messages()).toEqual([longest.message])
  })

  test.each([
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a word', '"x"', 400],
    ['nothing', '', 400],
    ['broken', '{"name":', 400],
    ['deep', `{"name":${'['.repeat(60_000)}`, 400],
    ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}', 400],
    ['huge', JSON.stringify({ ...good, message: 'm'.repeat(400_000) }), 413],
  ])('that is %s: %i (abuse cases 41 and 42)', async (_, body, status) => {
    const answer = await sendAlone(app, '/contacts', { cookie, body, type: 'application/json' })
    expect([answer.status, answer.body.success]).toEqual([status, false])
    expect((await app.json('/check-admin', { cookie: userCookie })).body).toEqual({ isAdmin: false })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'Application/Json5', ''])(
    'sent as %j: 415 (abuse case 10)',
    async (type) => {
      expect((await app.json('/contacts', { json: good, headers: { 'content-type': type } })).status).toBe(
        415,
      )
    },
  )
})

describe('bots and doubles (decision 63, abuse case 26)', () => {
  test('a filled hidden field gets the same answer, and nothing is stored or mailed', async () => {
    const { status, body } = await post({ website: 'https://spam.example', name: 'Bot Bertha' })
    expect([status, body]).toEqual([201, sent])
    expect((await list()).total).toBe(0)
    expect(await letterAbout('Bot Bertha')).toEqual([])
  })

  test('an empty hidden field is a person', async () => {
    await post({ website: '' })
    await post({ website: ' ', message: 'Another' })
    expect((await list()).total).toBe(2)
  })

  test('the same message within ten minutes is stored and told once, later again', async () => {
    const name = 'Dora Double'
    for (const again of [{ name }, { name }, { name: ' Dora  Double'.replace('  ', ' ') }])
      expect((await post(again)).body).toEqual(sent)
    expect((await list()).total).toBe(1)
    await post({ name, message: 'Something else' })
    expect((await list()).total).toBe(2)
    app.pass(10 * 60_000 + 1)
    await post({ name })
    expect((await list()).total).toBe(3)
    expect(await letterAbout(name)).toHaveLength(3)
  })

  test('the same message five times at once is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post()))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await list()).total).toBe(1)
  })

  test('after an admin has deleted it, it may come again at once', async () => {
    await post()
    const [{ id }] = (await list()).contacts
    await app.send(`/contacts/${id}`, { method: 'DELETE', cookie })
    await post()
    expect((await list()).total).toBe(1)
  })

  test('of forty messages of one client five pass, whatever it calls itself; faulty ones cost no try', async () => {
    const limited = await startApp({ THROTTLE: 'on' })
    try {
      for (let n = 0; n < 10; n++) expect((await post({ email: 'no' }, limited)).status).toBe(400)
      const statuses: number[] = []
      for (let n = 0; n < 40; n++) {
        const headers = { 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` }
        const answer = await limited.json('/contacts', { json: { ...good, message: `Number ${n}` }, headers })
        statuses.push(answer.status)
        if (answer.status !== 429) continue
        expect(answer.body.message).toMatch(
          /^Too many attempts\. Please try again in \d+ (minutes|seconds?)\.$/,
        )
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(statuses).toEqual([...Array(5).fill(201), ...Array(35).fill(429)])
      limited.pass(10 * 60_000 + 1)
      expect((await post({ message: 'Later' }, limited)).status).toBe(201)
    } finally {
      await limited.stop()
    }
  })
})

describe('when the mail server is in trouble (decision 60, fault 5)', () => {
  test('a message is answered and stored all the same, and told once the server is back', async () => {
    const peer = await startSmtpPeer()
    const other = await startApp({ SMTP_URL: peer.url, OWNER_EMAIL: 'owner@example.com' })
    try {
      peer.manner = 'later'
      expect((await post({}, other)).body).toEqual(sent)
      await peer.offered(1)
      peer.manner = 'accept'
      // The time of the retry comes, and the outbox wakes as it does every few seconds.
      other.pass(60_000)
      other.context.changes.announce('outbox')
      const letters = await peer.arrived(1)
      expect(letters).toHaveLength(1)
      expect(letters[0]?.subject).toBe('New message from Vera Visitor')
    } finally {
      await other.stop()
      await peer.stop()
    }
  })
})

describe('who may read and remove (abuse case 11)', () => {
  test('a visitor gets 401 and a user 403, and nothing changes', async () => {
    await post()
    const before = await list()
    const { id } = before.contacts[0]
    const calls: [string, Sent][] = [
      ['/contacts', {}],
      ['/contacts/export-csv', {}],
      [`/contacts/${id}/reply`, { json: { replySubject: 'Re', replyBody: 'Hi' } }],
      [`/contacts/${id}`, { method: 'DELETE' }],
      ['/contacts/bulk-delete', { json: { ids: [id] } }],
    ]
    for (const [path, call] of calls) {
      const visitor = await app.json(path, call)
      expect([path, visitor.status, visitor.body]).toEqual([
        path,
        401,
        { success: false, message: 'Please log in.' },
      ])
      const user = await app.json(path, { ...call, cookie: userCookie })
      expect([path, user.status]).toEqual([path, 403])
      expect(user.headers.get('cache-control')).toBe('no-store')
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      if (call.method || call.json)
        expect((await app.json(path, { ...call, cookie, headers })).status).toBe(403)
    }
    expect(await list()).toEqual(before)
  })
})

describe('the list', () => {
  test('searches name, mail, subject and message, in any case and accents, letter for letter (decisions 21 and 96)', async () => {
    await post({ name: 'Zoë 100%', message: 'one' })
    await post({ email: 'some_one@example.org', message: 'two' })
    await post({ subject: 'Ångström', message: 'three' })
    await post({ message: 'four: C:\\temp' })
    for (const [search, found] of [
      ['ZOE', ['one']],
      ['0%', ['one']],
      ['%', ['one']],
      ['some_', ['two']],
      ['angstrom', ['three']],
      [':\\t', ['four: C:\\temp']],
      ["' or 1=1 --", []],
    ] as const)
      expect([search, await messages(new URLSearchParams({ search }).toString())]).toEqual([search, found])
  })

  test('filters by status and sorts both ways', async () => {
    for (const message of ['one', 'two', 'three']) {
      await post({ message })
      app.pass(1000)
    }
    const { contacts } = await list()
    await app.json(`/contacts/${contacts[1].id}/reply`, {
      cookie,
      json: { replySubject: 'Re', replyBody: 'Hi' },
    })
    expect(await messages()).toEqual(['three', 'two', 'one'])
    for (const sort of ['oldest', 'asc', 'OLDEST'])
      expect(await messages(`sort=${sort}`)).toEqual(['one', 'two', 'three'])
    for (const status of ['replied', 'Replied']) expect(await messages(`status=${status}`)).toEqual(['two'])
    for (const status of ['unreplied', 'Unreplied'])
      expect(await messages(`status=${status}`)).toEqual(['three', 'one'])
    for (const status of ['All', '', 'x']) expect(await messages(`status=${status}`)).toHaveLength(3)
  })

  test('of 10,000 has a first page and a last; beyond the end it answers the last and its number (decision 20)', async () => {
    await seed(app.context, { messages: 10_000 })
    expect(await list()).toMatchObject({ page: 1, totalPages: 1_000, total: 10_000 })
    const last = await list('page=1000')
    expect(last.contacts).toHaveLength(10)
    expect(await list('page=4711')).toEqual(last)
    expect((await list('search=visitor9999@')).contacts).toHaveLength(1)
    expect((await list('limit=1000')).contacts).toHaveLength(100)
  })

  test('of nothing is page 1 of 1', async () => {
    expect(await list('page=7')).toEqual({ contacts: [], totalPages: 1, page: 1, total: 0 })
  })

  test.each(['0', '-5', '1.9', 'x', '1e309', '[]', "1' or 1=1"])(
    'page, limit and sort %j are clamped',
    async (value) => {
      await post()
      const { status, body } = await app.json(
        `/contacts?${new URLSearchParams({ page: value, limit: value, sort: value, status: value })}`,
        { cookie },
      )
      expect([status, body.contacts.length, body.page]).toEqual([200, 1, 1])
    },
  )
})

describe('removing', () => {
  test('takes the replies and the letters on their way along (decisions 26 and 99)', async () => {
    const peer = await startSmtpPeer()
    peer.manner = 'later'
    const other = await startApp({ SMTP_URL: peer.url })
    try {
      const admin = await other.asAdmin()
      await post({}, other)
      const { contacts } = (await other.json('/contacts', { cookie: admin })).body
      const path = `/contacts/${contacts[0].id}`
      await other.json(`${path}/reply`, { cookie: admin, json: { replySubject: 'Re', replyBody: 'Hi' } })
      const { status, body } = await other.json(path, { method: 'DELETE', cookie: admin })
      expect([status, body.success]).toEqual([200, true])
      for (const table of ['contacts', 'replies', 'outbox'] as const)
        expect(await other.context.db.selectFrom(table).selectAll().execute()).toEqual([])
    } finally {
      await other.stop()
      await peer.stop()
    }
  })

  test('twice at once finds it once', async () => {
    await post()
    const [{ id }] = (await list()).contacts
    const answers = await Promise.all(
      [1, 2].map(() => app.json(`/contacts/${id}`, { method: 'DELETE', cookie })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('many skips what is gone and says so (decision 91)', async () => {
    for (const message of ['one', 'two', 'three']) await post({ message })
    const [one, two] = (await list()).contacts
    const { status, body } = await app.json('/contacts/bulk-delete', {
      cookie,
      json: { ids: [one.id, two.id, two.id, 'gone'] },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '2 messages deleted. 1 was skipped: it no longer exists.',
      deleted: 2,
    })
    expect((await list()).total).toBe(1)
  })

  test.each(
    [
      {},
      { ids: [] },
      { ids: 'all' },
      { ids: [7] },
      { ids: Array.from({ length: 101 }, (_, n) => `id${n}`) },
    ].map(titled),
  )('refuses %s', async (_, json) => {
    await post()
    expect((await app.json('/contacts/bulk-delete', { cookie, json })).status).toBe(400)
    expect((await list()).total).toBe(1)
  })

  test.each(
    ['export-csv', 'bulk-delete', 'null', '0', '..%2fx', 'é', 'a'.repeat(2000), "' or 1=1 --"].map(titled),
  )('of %s finds nothing', async (_, id) => {
    await post()
    expect((await app.json(`/contacts/${encodeURI(id)}`, { method: 'DELETE', cookie })).status).toBe(404)
    expect((await list()).total).toBe(1)
  })
})

describe('the first words of a reply (section 2, decision 98)', () => {
  test('the subject says Re: once, and Your Inquiry for none', () => {
    expect(replySubjectFor('A site')).toBe('Re: A site')
    expect(replySubjectFor('RE: A site')).toBe('RE: A site')
    expect(replySubjectFor(null)).toBe('Your Inquiry')
    expect(replySubjectFor('s'.repeat(200))).toHaveLength(200)
  })

  test('the body greets by name, or without one', () => {
    expect(replyBodyFor('Vera')).toBe('Hello Vera,\n\n')
    expect(replyBodyFor('  ')).toBe('Hello,\n\n')
  })
})
