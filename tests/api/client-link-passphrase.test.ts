// The passphrase of a client link: what it hides, how often it may be tried, and what a browser has once it was right
import { describe, expect, test } from 'vitest'
import { type LinkedApp, linkedApps } from '../support/apps.ts'
import { cookieOf } from '../support/request.ts'

const minute = 60_000
const day = 24 * 60 * minute
const started = linkedApps()
const right = 'lantern light'
const wrong = 'lantern night'
const from = (address: string) => ({ 'x-forwarded-for': address })

async function locked(env: Record<string, string> = {}) {
  const own = await started(env)
  const item = await own.added({ pname: 'Fjordlys Secret', summary: 'Nobody may know.' })
  return { ...own, item, ...(await own.make(item, { name: 'For Rui', passphrase: right })) }
}

/** @returns the cookie that a right passphrase sets */
async function unlock({ app }: Pick<LinkedApp, 'app'>, token: string, passphrase = right): Promise<string> {
  const response = await app.send('/api/client-links/open', { json: { token, passphrase } })
  expect(response.status).toBe(200)
  return cookieOf(response)
}

describe('a link with a passphrase', () => {
  test('shows nothing of its project before: no name, image, text or id', async () => {
    const { open, path, token, item, link } = await locked()
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('A draft for you')
    expect(page.text).toContain('<title>Draft | ')
    const image = /\/uploads\/[^/]+/.exec(item.pimage ?? '')?.[0] ?? 'none'
    for (const secret of [
      'Fjordlys',
      'Nobody may know',
      'fjord.example',
      'For Rui',
      item.id,
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
    expect(cookie).toMatch(new RegExp(`^__Secure-client-link-${link.id}=[\\w-]{43}; `))
    for (const attribute of ['Path=/c', 'HttpOnly', 'SameSite=Lax', 'Secure'])
      expect(cookie.split('; ')).toContain(attribute)
    const expires = /Expires=([^;]+)/.exec(cookie)?.[1] ?? ''
    expect(Math.abs(Date.parse(expires) - Date.parse(link.expiresAt))).toBeLessThan(1000)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('takes no cookie that is altered, of another link, or of the link before it was made again', async () => {
    const own = await locked()
    const cookie = await unlock(own, own.token)
    const other = await own.make(own.item, { passphrase: right })
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

  test('is opened from this site alone', async () => {
    const { enter, token } = await locked()
    expect((await enter(token, right, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
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
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30'])
    expect(rejected.body.message).toBe('Too many attempts. Please try again in 30 seconds.')
    expect((await enter(token, right, from('192.0.2.2'))).status).toBe(200)
    app.pass(31_000)
    expect((await enter(token, right, from('192.0.2.1'))).status).toBe(200)
    // A success forgets the failures.
    expect((await enter(token, wrong, from('192.0.2.1'))).body.message).toContain('4 tries left.')
  })

  test('from many IP addresses is limited for the link, for ten minutes at most; another link is not concerned', async () => {
    const { app, enter, token, make, item } = await limited()
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) statuses.push((await enter(token, wrong, from(`192.0.2.${n}`))).status)
    expect(statuses).toEqual([...Array(20).fill(403), ...Array(5).fill(429)])
    const rejected = await enter(token, right, from('198.51.100.1'))
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    const other = await make(item, { passphrase: right })
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
