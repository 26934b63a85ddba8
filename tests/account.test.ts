// Register, verify an address by code and by link, profile and picture, as situations.
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callOf, codeIn, keepLog, lettersTo, letterTo, linkIn, rowsAsText, stallOutbox } from './evidence.ts'
import { type Running, startApp } from './start.ts'

const minute = 60_000
const good = 'Kettle-42!'

const closed: Running[] = []
async function ownApp(env: Record<string, string> = {}): Promise<Running> {
  const own = await startApp(env)
  closed.push(own)
  return own
}
afterEach(async () => {
  for (const own of closed.splice(0)) await own.stop()
})

let app: Running
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const register = (to: Running, person: Record<string, unknown>) =>
  to.json('/register', { json: { name: 'Rosa', email: 'rosa@example.com', password: good, ...person } })

const rowOf = (to: Running, email: string) =>
  to.context.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** Registers, signs in, and reads the letter. */
async function newcomer(to: Running, email: string) {
  expect((await register(to, { email })).status).toBe(201)
  return { cookie: await to.signIn(email, good), letter: await letterTo(to, email) }
}

const verify = (to: Running, cookie: string, code: unknown) =>
  to.json('/verify-email', { json: { code }, cookie })

const otherThan = (code: string) => (code === '00000000' ? '00000001' : '00000000')

describe('registering', () => {
  test('makes an unverified user who is not signed in and gets a letter at once (decision 73)', async () => {
    const response = await app.send('/register', {
      json: { name: '  Rosa   ', email: ' Rosa@Example.com ', password: good },
    })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      success: true,
      message: 'Registration successful! Please log in.',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await rowOf(app, 'rosa@example.com')).toMatchObject({
      name: 'Rosa',
      role: 'user',
      avatar: null,
      email_verified_at: null,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    })
    const letter = await letterTo(app, 'rosa@example.com')
    expect(codeIn(letter)).toMatch(/^\d{8}$/)
    expect(linkIn(letter).origin).toBe(app.context.config.publicUrl)
    expect(linkIn(letter).pathname).toBe('/verify-email-token')
    expect(letter.html).toContain(codeIn(letter))
  })

  const passwordText = 'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.'
  const commonText = 'This password is too common. Please choose another one.'
  const refused: [string, Record<string, unknown>, string, string][] = [
    ['an address that is none', { email: 'rosa@example' }, 'email', 'Invalid email format'],
    ['no address', { email: undefined }, 'email', 'Invalid email format'],
    [
      'an address of 255 characters',
      { email: `${'a'.repeat(246)}@long.com` },
      'email',
      'Invalid email format',
    ],
    ['an address with a line break', { email: 'a@b.com\r\nBcc: c@d.com' }, 'email', 'Invalid email format'],
    ['no name', { name: undefined }, 'name', 'Name is required.'],
    ['a name of blanks', { name: ' \t ' }, 'name', 'Name is required.'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name', 'Name must be at most 100 characters.'],
    ['7 characters', { password: 'Kett42!' }, 'password', passwordText],
    ['17 characters', { password: 'Kettle-42!Kettl-4' }, 'password', passwordText],
    ['no lower case', { password: 'KETTLE-42!' }, 'password', passwordText],
    ['no upper case', { password: 'kettle-42!' }, 'password', passwordText],
    ['no digit', { password: 'Kettle-xx!' }, 'password', passwordText],
    ['none of the listed symbols', { password: 'Kettle-42-' }, 'password', passwordText],
    ['a password that is a number', { password: 12345678 }, 'password', passwordText],
    ['no password', { password: undefined }, 'password', passwordText],
    ['a password that everybody tries', { password: 'P@ssw0rd1!' }, 'password', commonText],
    ['their own name as password', { name: 'Rosalind', password: 'Rosalind1!' }, 'password', commonText],
    [
      'their own address as password',
      { email: 'kettle@example.com', password: good },
      'password',
      commonText,
    ],
  ]
  for (const [situation, person, field, text] of refused)
    test(`with ${situation} is refused in the specification's words (section 5, decision 71)`, async () => {
      const { status, body } = await register(app, { email: 'refused@example.com', ...person })
      expect([status, body]).toEqual([400, { success: false, message: text, errors: { [field]: text } }])
      expect(await rowOf(app, 'refused@example.com')).toBeUndefined()
    })

  test('takes 8 and 16 characters, 100 of a name, and symbols beside the listed ones', async () => {
    expect((await register(app, { email: 'eight@example.com', password: 'Kett-42!' })).status).toBe(201)
    expect((await register(app, { email: 'sixteen@example.com', password: 'Kett-42!{Ünï}~é ' })).status).toBe(
      201,
    )
    expect((await register(app, { email: 'long@example.com', name: 'n'.repeat(100) })).status).toBe(201)
    expect(await app.signIn('sixteen@example.com', 'Kett-42!{Ünï}~é ')).toMatch(/^session=/)
  })

  test('cannot make an admin or a verified account by extra fields (abuse case 14)', async () => {
    const extra = {
      isAdmin: true,
      role: 'admin',
      isEmailValid: true,
      email_verified_at: 'x',
      id: 'mine',
      createdAt: '1',
    }
    expect((await register(app, { email: 'extra@example.com', ...extra })).status).toBe(201)
    const row = await rowOf(app, 'extra@example.com')
    expect(row).toMatchObject({ role: 'user', email_verified_at: null })
    expect(row?.id).not.toBe('mine')
    expect(row?.created_at).not.toBe('1')
  })

  test('first on a fresh install does not make an admin (decision 15, abuse case 50)', async () => {
    const own = await ownApp()
    const { cookie } = await newcomer(own, 'first@example.com')
    expect((await own.json('/check-admin', { cookie })).body).toEqual({ isAdmin: false })
    expect((await own.json('/api/admin/users', { cookie })).status).toBe(403)
  })

  test('with an address that is taken is told so, in whatever letter case (decisions 66 and 70)', async () => {
    await app.addUser({ email: 'taken@example.com' })
    const { status, body } = await register(app, { email: 'TAKEN@example.com' })
    const text = 'An account with this email already exists.'
    expect([status, body]).toEqual([409, { success: false, message: text, errors: { email: text } }])
  })

  test('one address five times at the same moment makes one account and one letter (abuse case 45)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => register(app, { email: 'race@example.com' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await lettersTo(app, 'race@example.com')).toHaveLength(1)
  })

  test('while registration is off is refused by the server (decision 68)', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const off = { method: 'PUT', json: { registrationEnabled: false }, cookie }
    expect((await own.json('/api/settings/registration', off)).status).toBe(200)
    const { status, body } = await register(own, {})
    expect([status, body]).toEqual([403, { success: false, message: 'Registration is disabled.' }])
    expect(await rowOf(own, 'rosa@example.com')).toBeUndefined()
  })

  test('meets 429 after five in an hour; what was mistyped does not count (decision 13, abuse case 5)', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    for (let n = 0; n < 6; n++) expect((await register(own, { password: 'short' })).status).toBe(400)
    await own.addUser({ email: 'taken@example.com' })
    const taken = { email: 'taken@example.com' }
    for (let n = 0; n < 5; n++) expect((await register(own, taken)).status).toBe(409)
    const { status, headers } = await register(own, taken)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
    own.pass(61 * minute)
    expect((await register(own, taken)).status).toBe(409)
  })

  test('a name full of line breaks and markup stays text in the letter (abuse cases 24 and 25)', async () => {
    const name = 'Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script><img src=x>'
    expect((await register(app, { email: 'eve@example.com', name })).status).toBe(201)
    const letter = await letterTo(app, 'eve@example.com')
    expect(letter.bcc ?? []).toEqual([])
    expect(letter.to).toHaveLength(1)
    expect(letter.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
    expect(letter.text).toContain('Hello Eve Bcc: victim@example.com <script>alert(1)</script>')
    expect(letter.html).not.toMatch(/<script|<img/)
    expect(letter.html).toContain('&lt;script&gt;')
  })

  test('leaves no password, code or link in the rows or the log (abuse cases 19, 48, 49)', async () => {
    const own = await ownApp()
    const log = keepLog(own)
    const { letter, cookie } = await newcomer(own, 'rosa@example.com')
    await own.json(callOf(linkIn(letter)))
    await verify(own, cookie, codeIn(letter))
    const kept = (await rowsAsText(own)) + log.join('')
    const token = linkIn(letter).searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    for (const secret of [good, token, codeIn(letter)]) expect(kept).not.toContain(secret)
  })
})

describe('verifying by code', () => {
  test('marks the address as verified, and the page has nothing to do any more (decision 80)', async () => {
    const { cookie, letter } = await newcomer(app, 'code@example.com')
    expect((await app.json('/verify-email', { cookie })).body).toEqual({
      success: true,
      email: 'code@example.com',
    })
    const { status, body } = await verify(app, cookie, codeIn(letter))
    expect([status, body]).toEqual([200, { success: true, message: 'Email verified successfully!' }])
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
    expect((await app.json('/verify-email', { cookie })).status).toBe(401)
    const again = await verify(app, cookie, codeIn(letter))
    expect([again.status, again.body.message]).toEqual([400, 'Your email is already verified.'])
  })

  test('needs a session', async () => {
    expect((await app.json('/verify-email')).status).toBe(401)
    expect((await app.json('/verify-email', { json: { code: '12345678' } })).status).toBe(401)
  })

  test('takes the code with the blanks and dashes of a mail (decision 78)', async () => {
    const { cookie, letter } = await newcomer(app, 'dashes@example.com')
    const code = codeIn(letter)
    expect((await verify(app, cookie, ` ${code.slice(0, 4)}-${code.slice(4)} `)).status).toBe(200)
  })

  test('anything but eight digits is told so without costing a try', async () => {
    const { cookie, letter } = await newcomer(app, 'digits@example.com')
    for (const code of ['', '1234567', '123456789', 'abcdefgh', '1234567x', 12345678, null, undefined]) {
      const { status, body } = await verify(app, cookie, code)
      expect([code, status, body.errors]).toEqual([code, 400, { code: 'The code has 8 digits.' }])
    }
    expect((await verify(app, cookie, codeIn(letter))).status).toBe(200)
  })

  test('fifteen guesses kill the code: the right one fails after them (abuse case 20)', async () => {
    const { cookie, letter } = await newcomer(app, 'guess@example.com')
    const messages: string[] = []
    for (let n = 0; n < 15; n++)
      messages.push((await verify(app, cookie, otherThan(codeIn(letter)))).body.message)
    const usedUp = 'Too many wrong codes. Please ask for a new one.'
    expect(messages).toEqual([...Array(5).fill('This code is wrong.'), ...Array(10).fill(usedUp)])
    const { status, body } = await verify(app, cookie, codeIn(letter))
    expect([status, body.message]).toEqual([400, usedUp])
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(false)
  })

  test('guesses at the same moment are counted too', async () => {
    const { cookie, letter } = await newcomer(app, 'guesses@example.com')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => verify(app, cookie, otherThan(codeIn(letter)))),
    )
    expect(answers.filter(({ body }) => body.message === 'This code is wrong.')).toHaveLength(5)
    expect((await verify(app, cookie, codeIn(letter))).status).toBe(400)
  })

  test('the right code twice at the same moment verifies once and breaks nothing', async () => {
    const { cookie, letter } = await newcomer(app, 'double@example.com')
    const answers = await Promise.all([1, 2].map(() => verify(app, cookie, codeIn(letter))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
  })

  test('a code is dead after ten minutes (abuse case 18)', async () => {
    const own = await ownApp()
    const { cookie, letter } = await newcomer(own, 'late@example.com')
    own.pass(11 * minute)
    const { status, body } = await verify(own, cookie, codeIn(letter))
    expect([status, body.message]).toEqual([400, 'This code has expired. Please ask for a new one.'])
  })

  test('the code of one person is nothing to another', async () => {
    const one = await newcomer(app, 'one@example.com')
    const two = await newcomer(app, 'two@example.com')
    expect(codeIn(one.letter)).not.toBe(codeIn(two.letter))
    expect((await verify(app, two.cookie, codeIn(one.letter))).status).toBe(400)
    expect((await verify(app, one.cookie, codeIn(one.letter))).status).toBe(200)
  })

  test('without a letter there is nothing to check', async () => {
    const cookie = await app.asUser('nothing@example.com')
    await app.context.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('email', '=', 'nothing@example.com')
      .execute()
    const { status, body } = await verify(app, cookie, '12345678')
    expect([status, body.message]).toEqual([400, 'There is no code to check. Please ask for a new one.'])
  })
})

describe('verifying by link', () => {
  test('works without a session, as often as it is opened, and signs nobody in (decision 79)', async () => {
    const { cookie, letter } = await newcomer(app, 'link@example.com')
    for (let n = 0; n < 3; n++) {
      const response = await app.send(callOf(linkIn(letter)))
      expect([response.status, await response.json()]).toEqual([
        200,
        { success: true, message: 'Email verified successfully!' },
      ])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
  })

  test('still says yes after the code was used', async () => {
    const { cookie, letter } = await newcomer(app, 'both@example.com')
    await verify(app, cookie, codeIn(letter))
    expect((await app.json(callOf(linkIn(letter)))).status).toBe(200)
  })

  test('is dead after 24 hours (abuse case 18)', async () => {
    const own = await ownApp()
    const { letter } = await newcomer(own, 'late@example.com')
    own.pass(23 * 60 * minute)
    expect((await own.json(callOf(linkIn(letter)))).status).toBe(200)
    own.pass(2 * 60 * minute)
    const { status, body } = await own.json(callOf(linkIn(letter)))
    expect([status, body.message]).toEqual([400, 'Invalid token or expired.'])
  })

  test('with a wrong token, another address or a token for something else is refused (section 8)', async () => {
    const { letter } = await newcomer(app, 'mine@example.com')
    await newcomer(app, 'other@example.com')
    const token = linkIn(letter).searchParams.get('token') ?? ''
    const links = [
      { token, email: 'other@example.com' },
      { token: `${token}x`, email: 'mine@example.com' },
      { token: codeIn(letter), email: 'mine@example.com' },
    ]
    for (const link of links) {
      const { status, body } = await app.json(`/verify-email-token?${new URLSearchParams(link)}`)
      expect([status, body.message]).toEqual([400, 'Invalid token or expired.'])
    }
    expect((await rowOf(app, 'other@example.com'))?.email_verified_at).toBeNull()
    expect((await rowOf(app, 'mine@example.com'))?.email_verified_at).toBeNull()
    expect((await app.json(`/reset-password/${token}`)).status).toBe(400)
  })

  test('without token or address is no link (section 8)', async () => {
    for (const query of [
      '',
      '?token=x',
      '?email=a@b.c',
      '?token=&email=',
      `?token=${'x'.repeat(300)}&email=a@b.c`,
    ]) {
      const { status, body } = await app.json(`/verify-email-token${query}`)
      expect([query, status, body.message]).toEqual([query, 400, 'Invalid verification link.'])
    }
  })
})

describe('asking for the letter again', () => {
  test('brings a new code and link, and the old ones die (decision 78)', async () => {
    const { cookie, letter } = await newcomer(app, 'again@example.com')
    const { status, body } = await app.json('/resend-verification-link', { method: 'POST', cookie })
    expect([status, body]).toEqual([200, { success: true, message: 'Verification link sent!' }])
    const next = await letterTo(app, 'again@example.com')
    expect(codeIn(next)).not.toBe(codeIn(letter))
    expect((await app.json(callOf(linkIn(letter)))).status).toBe(400)
    expect((await verify(app, cookie, codeIn(letter))).status).toBe(400)
    expect((await verify(app, cookie, codeIn(next))).status).toBe(200)
  })

  test('kills the old code and link at once, even while the new letter still waits', async () => {
    const own = await ownApp()
    const { cookie, letter } = await newcomer(own, 'wait@example.com')
    stallOutbox(own)
    await own.json('/resend-verification-link', { method: 'POST', cookie })
    expect((await own.json(callOf(linkIn(letter)))).status).toBe(400)
    expect((await verify(own, cookie, codeIn(letter))).status).toBe(400)
  })

  test('needs a session and an address that is not verified yet (decision 80)', async () => {
    expect((await app.json('/resend-verification-link', { method: 'POST' })).status).toBe(401)
    const cookie = await app.asUser('done@example.com')
    const { status, body } = await app.json('/resend-verification-link', { json: {}, cookie })
    expect([status, body.message]).toEqual([400, 'Your email is already verified.'])
    expect(await lettersTo(app, 'done@example.com')).toEqual([])
  })

  test('once a minute and five times an hour, then 429 with Retry-After (decision 13, abuse case 23)', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    const { cookie } = await newcomer(own, 'often@example.com')
    const again = () => own.json('/resend-verification-link', { method: 'POST', cookie })
    expect((await again()).status).toBe(200)
    const soon = await again()
    expect(soon.status).toBe(429)
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    for (let n = 0; n < 4; n++) {
      own.pass(minute + 1000)
      expect((await again()).status).toBe(200)
    }
    own.pass(minute + 1000)
    const often = await again()
    expect(often.status).toBe(429)
    expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await lettersTo(own, 'often@example.com')).length).toBeLessThanOrEqual(6)
    own.pass(60 * minute)
    expect((await again()).status).toBe(200)
  })
})

describe('the profile', () => {
  test('is for the person alone: exact fields, none of them a secret', async () => {
    expect((await app.json('/profile')).status).toBe(401)
    const cookie = await app.asUser('uma@example.com')
    const { body } = await app.json('/profile', { cookie })
    expect(body).toEqual({
      success: true,
      user: {
        id: expect.any(String),
        name: 'Uma User',
        email: 'uma@example.com',
        avatarUrl: null,
        isEmailValid: true,
        isAdmin: false,
        createdAt: expect.stringMatching(/Z$/),
      },
    })
  })

  const edit = (cookie: string, form: Record<string, string | Blob>) =>
    app.json('/edit-profile', { form, cookie })
  const picture = async (width: number, height = width) =>
    new Blob([
      new Uint8Array(
        await sharp({ create: { width, height, channels: 3, background: '#f0b32e' } })
          .png()
          .toBuffer(),
      ),
    ])

  test('a new name is cleaned, kept and answered (decision 19)', async () => {
    const cookie = await app.asUser('name@example.com')
    const { status, body } = await edit(cookie, { name: ' Zoë\u0007\n Z. ' })
    const changed = {
      success: true,
      message: 'Profile updated successfully!',
      name: 'Zoë   Z.',
      avatarUrl: null,
    }
    expect([status, { ...body, name: body.name.replace(/ +/g, ' ') }]).toEqual([
      200,
      { ...changed, name: 'Zoë Z.' },
    ])
    const read = await app.json('/edit-profile', { cookie })
    expect(read.body).toEqual({ success: true, name: body.name, avatarUrl: null })
  })

  test('an empty or endless name is refused and nothing changes', async () => {
    const cookie = await app.asUser('keep@example.com')
    for (const [name, text] of [
      ['  ', 'Name is required.'],
      ['n'.repeat(101), 'Name must be at most 100 characters.'],
    ] as const) {
      const { status, body } = await edit(cookie, { name })
      expect([status, body.message, body.errors]).toEqual([400, text, { name: text }])
    }
    expect((await app.json('/profile', { cookie })).body.user.name).toBe('Uma User')
  })

  test('visitors get 401 before anything is read, JSON gets 415', async () => {
    expect((await app.json('/edit-profile')).status).toBe(401)
    expect((await app.json('/edit-profile', { form: { name: 'X' } })).status).toBe(401)
    const cookie = await app.asUser('json@example.com')
    expect((await app.json('/edit-profile', { json: { name: 'X' }, cookie })).status).toBe(415)
  })

  test('address, role and verification cannot be changed by extra fields (decision 81, abuse case 14)', async () => {
    const cookie = await app.asUser('same@example.com')
    const before = await rowOf(app, 'same@example.com')
    const extra = { email: 'new@example.com', isAdmin: 'true', role: 'admin', isEmailValid: 'false', id: 'x' }
    expect((await edit(cookie, { name: 'New', ...extra })).status).toBe(200)
    expect(await rowOf(app, 'same@example.com')).toEqual({ ...before, name: 'New' })
  })

  test('a picture is shown, replaced and removed, and the old files go (decision 82, abuse case 36)', async () => {
    const cookie = await app.asUser('face@example.com')
    const first = await edit(cookie, { name: 'Face', avatar: await picture(800, 600) })
    expect(first.status).toBe(200)
    expect(first.body.avatarUrl).toMatch(/^\/uploads\/[\w-]+-512x512\/512\.webp$/)
    for (const path of ['/check-auth', '/profile', '/edit-profile', '/dashboard']) {
      const { body } = await app.json(path, { cookie })
      expect((body.user ?? body).avatarUrl).toBe(first.body.avatarUrl)
    }
    const file = await app.send(first.body.avatarUrl)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])

    const second = await edit(cookie, { name: 'Face', avatar: await picture(100) })
    expect(second.body.avatarUrl).toMatch(/-100x100\/100\.webp$/)
    expect((await app.send(first.body.avatarUrl)).status).toBe(404)

    const named = await edit(cookie, { name: 'Other' })
    expect(named.body.avatarUrl).toBe(second.body.avatarUrl)

    const both = await edit(cookie, { name: 'Face', avatar: await picture(300), removeAvatar: 'true' })
    expect(both.body.avatarUrl).toMatch(/-300x300\/300\.webp$/)
    expect((await app.send(second.body.avatarUrl)).status).toBe(404)

    const none = await edit(cookie, { name: 'Face', removeAvatar: 'true' })
    expect(none.body.avatarUrl).toBeNull()
    expect((await app.send(both.body.avatarUrl)).status).toBe(404)
    expect((await app.json('/profile', { cookie })).body.user.avatarUrl).toBeNull()
  })

  test('two pictures at the same moment leave one file folder and one row (decision 88)', async () => {
    const own = await ownApp()
    const cookie = await own.asUser()
    const send = async () =>
      own.json('/edit-profile', { form: { name: 'F', avatar: await picture(64) }, cookie })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const folders: string[] = []
    for await (const { folder } of own.context.uploads.list()) if (/x\d+$/.test(folder)) folders.push(folder)
    expect(folders).toEqual([(await rowOf(own, 'user@example.com'))?.avatar])
  })

  test('what is no picture is refused with a reason, and the old picture stays (abuse case 32)', async () => {
    const cookie = await app.asUser('svg@example.com')
    const { body: kept } = await edit(cookie, { name: 'Face', avatar: await picture(64) })
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'])
    const bad = await edit(cookie, { name: 'Changed', avatar: svg })
    expect([bad.status, bad.body.message]).toEqual([415, 'Please choose a PNG, JPEG or WebP picture.'])
    const large = await edit(cookie, {
      name: 'Changed',
      avatar: new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]),
    })
    expect([large.status, large.body.errors]).toEqual([413, { avatar: 'The picture may have at most 5 MB.' }])
    const { body } = await app.json('/profile', { cookie })
    expect([body.user.name, body.user.avatarUrl]).toEqual(['Face', kept.avatarUrl])
    expect((await app.send(kept.avatarUrl)).status).toBe(200)
  })
})
