// Registering, as situations: what is taken and what is refused, who comes first, and what the letter holds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { good, newcomer, register, rowOf, verify } from './account-calls.ts'
import { callOf, codeIn, keepLog, lettersTo, letterTo, linkIn, rowsAsText } from './evidence.ts'
import { ownApps } from './own-apps.ts'
import { type Running, startApp } from './start.ts'

let app: Running
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const minute = 60_000
const ownApp = ownApps()

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
