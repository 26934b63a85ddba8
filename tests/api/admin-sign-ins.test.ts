// Sign-ins of admins: the owner is notified of new IP addresses. What else the owner is notified of:
// owner-notifications.test.ts.
import { describe, expect, test } from 'vitest'
import { dropOldSignInIps } from '../../server/accounts/owner-notifications.ts'
import { logIn } from '../support/account-calls.ts'
import { emailsTo } from '../support/evidence.ts'
import { ownApps } from '../support/own-apps.ts'
import { password } from '../support/start.ts'
import { userCalls } from '../support/user-calls.ts'

const day = 24 * 60 * 60_000
const ownApp = ownApps()
const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

describe('an admin who signs in', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const start = async (env: Record<string, string> = {}) => {
    const own = await ownApp({ OWNER_EMAIL: owner, TRUST_PROXY: '1', ...env })
    await own.addUser({ email: 'admin@example.com', admin: true, name: trap })
    const signIn = async (address: string, secret = password) =>
      (await logIn(own, 'admin@example.com', secret, from(address))).status
    const emails = async () => emailsTo(own, owner, /signed in .* from a new IP address$/)
    return { own, signIn, emails }
  }

  test('from a new IP address, the first one included, is reported to the owner; from a known one it is not', async () => {
    const { own, signIn, emails } = await start()
    expect(await signIn('192.0.2.1')).toBe(200)
    expect(await signIn('192.0.2.1')).toBe(200)
    expect(await emails()).toHaveLength(1)
    expect(await signIn('198.51.100.7', 'Wrong-Horse-7')).toBe(401)
    expect(await emails()).toHaveLength(1)
    expect(await signIn('198.51.100.7')).toBe(200)
    expect(await signIn('198.51.100.7')).toBe(200)
    const [, email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.text).toContain('198.51.100.7')
    expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
    const rows = await own.context.db.selectFrom('sign_in_ips').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|198\.51/)
  })

  test('by IPv6 is recognised by the /64', async () => {
    const { signIn, emails } = await start()
    await signIn('2001:db8:1:2::1')
    await signIn('2001:db8:1:2::ffff')
    expect(await emails()).toHaveLength(1)
    await signIn('2001:db8:1:3::1')
    const [, email] = await emails()
    expect(email?.text).toContain('2001:db8:1:3::/64')
  })

  test('from an IP address unused for 90 days is reported again, also after a cleanup', async () => {
    const { own, signIn, emails } = await start()
    await signIn('192.0.2.1')
    own.pass(91 * day)
    await dropOldSignInIps(own.context)
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
    await signIn('192.0.2.1')
    expect(await emails()).toHaveLength(2)
    await signIn('192.0.2.1')
    expect(await emails()).toHaveLength(2)
  })

  test('where clients cannot be told apart is not reported: all visitors have the IP address of the proxy', async () => {
    const { own, signIn, emails } = await start({ TRUST_PROXY: 'off' })
    await signIn('192.0.2.1')
    await signIn('192.0.2.2')
    expect(await emails()).toEqual([])
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
  })

  test('with an invalid forwarded IP address is reported each time, without that text', async () => {
    const { own, signIn, emails } = await start()
    for (let n = 0; n < 2; n++) await signIn('Locked! Unlock at https://evil.example')
    // The peer counts instead; all visitors may have its address, so it is never a known one.
    const notified = await emails()
    expect(notified).toHaveLength(2)
    for (const email of notified) expect(email.text).toContain('IP address: 127.0.0.1')
    expect(JSON.stringify(notified)).not.toMatch(/evil|locked/i)
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
  })

  test('for the first time since the promotion is reported, although the account used the IP address before', async () => {
    const { own, emails } = await start()
    const cookie = await own.asAdmin('boss@example.com')
    const before = await emails()
    const id = await own.addUser({ email: 'new@example.com', name: 'New' })
    await logIn(own, 'new@example.com', password, from('192.0.2.9'))
    await userCalls(() => ({ app: own, cookie })).update(id, {
      name: 'New',
      email: 'new@example.com',
      isAdmin: true,
    })
    expect(await emails()).toHaveLength(before.length)
    await logIn(own, 'new@example.com', password, from('192.0.2.9'))
    const email = (await emails()).at(-1)
    expect(email?.text).toContain(id)
    expect(email?.text).toContain('192.0.2.9')
  })

  test('is the only one whose IP addresses are stored: those of other users are not', async () => {
    const { own } = await start()
    await own.addUser({ email: 'user@example.com' })
    for (const address of ['192.0.2.1', '192.0.2.2'])
      expect((await logIn(own, 'user@example.com', password, from(address))).status).toBe(200)
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
  })
})
