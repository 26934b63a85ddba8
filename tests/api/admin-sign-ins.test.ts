// Sign-ins of admins: the owner is notified of new browsers. What else the owner is notified of: owner-notifications.test.ts.
import { describe, expect, test } from 'vitest'
import { logIn } from '../support/calls.ts'
import { emailsTo } from '../support/evidence.ts'
import { cookieOf } from '../support/request.ts'
import { ownApps, password } from '../support/start.ts'

const ownApp = ownApps()
const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

describe('an admin who signs in', () => {
  const start = async (env: Record<string, string> = {}) => {
    const own = await ownApp({ OWNER_EMAIL: owner, TRUST_PROXY: '1', ...env })
    const id = await own.addUser({ email: 'admin@example.com', admin: true, name: trap })
    const signIn = async (address: string, cookie = '', secret = password) =>
      own.send('/login', {
        json: { email: 'admin@example.com', password: secret },
        cookie,
        headers: { 'x-forwarded-for': address },
      })
    const emails = async () => emailsTo(own, owner, /signed in .* in a new browser$/)
    return { own, id, signIn, emails }
  }

  test('in a new browser, the first one included, is reported to the owner; in a known one they are not', async () => {
    const { own, id, signIn, emails } = await start()
    const known = cookieOf(await signIn('192.0.2.1'))
    expect((await signIn('198.51.100.7', known)).status).toBe(200)
    expect(await emails()).toHaveLength(1)
    expect((await signIn('198.51.100.7', '', 'Wrong-Horse-7')).status).toBe(401)
    expect(await emails()).toHaveLength(1)
    const other = known.replace(/device=.*/, 'device=made-up')
    expect((await signIn('2001:db8:1:2::1', other)).status).toBe(200)
    const [, email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.text).toContain(id)
    expect(email?.text).toContain('IP address: 2001:db8:1:2::/64')
    expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
    await own.addUser({ email: 'user@example.com' })
    await logIn(own, 'user@example.com')
    expect(await emails()).toHaveLength(2)
  })

  test.each([
    [{ TRUST_PROXY: 'off' }, '192.0.2.1'],
    [{}, trap],
  ])('where clients cannot be told apart is reported without an IP address: %j', async (env, address) => {
    const { signIn, emails } = await start(env)
    await signIn(address)
    const [email] = await emails()
    expect(email?.text).not.toMatch(/IP address|127\.0\.0\.1|evil/)
  })
})
