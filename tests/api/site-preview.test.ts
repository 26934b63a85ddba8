// What the pages would show of content that is not published.
import { describe, expect, test } from 'vitest'
import { siteLimits } from '../../contract/site.ts'
import { sharedApp } from '../support/shared-app.ts'
import { siteCalls } from '../support/site-calls.ts'
import type { Running } from '../support/start.ts'

let app: Running
let cookie = ''
const { read, changed, text } = siteCalls(() => ({ app, cookie }))
const preview = (json: unknown) => app.json('/api/admin/site/preview', { json, cookie })

sharedApp(
  async (started) => {
    app = started
    cookie = await app.asAdmin()
  },
  {},
  { pages: true },
)

describe('a preview', () => {
  test('shows what is typed, unfinished or too long, and stores nothing [R287]', async () => {
    const content = await changed((site) => {
      site.name.brand = 'Zoë'
      site.name.owner = ''
      site.hero.line = 'x'.repeat(siteLimits.heroLine + 1)
      site.about.text = '**Bold**'
      site.links.profiles = [
        { site: 'X', name: 'x', url: 'javascript:alert(1)' },
        { site: 'GitHub', name: '@z', url: 'https://github.com/z' },
      ]
      site.contact.ways = [{ kind: 'email', value: 'not yet', url: '' }]
    })
    const { status, body } = await preview({ content })
    expect(status).toBe(200)
    expect(body.brand).toMatchObject({ name: 'Zoë', owner: { name: '' } })
    expect(body.home.hero.line).toHaveLength(siteLimits.heroLine + 1)
    expect(body.about.text).toEqual([{ tag: 'p', children: [{ tag: 'strong', children: ['Bold'] }] }])
    // What is no link yet is left out.
    expect(body.reach.ways.map(({ href }: { href: string }) => href)).toEqual(['https://github.com/z'])
    expect(await read()).toMatchObject({ version: 0 })
    expect(await text('/')).not.toContain('Zoë')
  })

  test('of what is no content is rejected', async () => {
    const long = await changed((site) => {
      site.hero.line = 'x'.repeat(4 * siteLimits.heroLine + 1)
    })
    for (const json of [{}, { content: {} }, { content: 'x' }, { content: long }])
      expect((await preview(json)).status).toBe(400)
  })

  test('is shown in a page that this site alone may frame, and that says nothing by itself [T70]', async () => {
    const page = await app.send('/dashboard/site/preview')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("trusted-types 'none'")
    expect(policy).not.toContain('unsafe')
    expect(await page.text()).toContain('noindex')
    for (const other of ['/', '/dashboard/site', '/dashboard/site/preview/x', '/nothing'])
      expect((await app.send(other)).headers.get('content-security-policy'), other).toContain(
        "frame-ancestors 'none'",
      )
  })
})
