// What pages show of a draft, and what follows from the names in it.
import { describe, expect, test } from 'vitest'
import { siteLimits } from '../../contract/site.ts'
import { publishOwner } from '../../server/site/versions.ts'
import { siteCalls } from '../support/calls.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie = ''
const { read, put, changed, text } = siteCalls(() => ({ app, cookie }))
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
  test('shows what is typed, unfinished or too long, and stores nothing', async () => {
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
    // Drawn for the new name, which the published image does not have.
    expect(body.drawn.mark).not.toEqual((await preview({ content: await changed(() => {}) })).body.drawn.mark)
    expect(body.drawn.share).toMatch(/^<svg .*<\/svg>$/s)
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

  test('is shown in a page that this site alone may frame, and that says nothing by itself', async () => {
    const page = await app.send('/dashboard/site/preview')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("trusted-types 'none'")
    expect(policy?.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
    expect(await page.text()).toContain('noindex')
    for (const other of ['/', '/dashboard/site', '/dashboard/site/preview/x', '/nothing'])
      expect((await app.send(other)).headers.get('content-security-policy'), other).toContain(
        "frame-ancestors 'none'",
      )
  })
})

describe('a site under another name', () => {
  test('is described by its names on every page until the owner writes something else', async () => {
    const content = await changed((site) => {
      site.name = { ...site.name, brand: 'Studio Nord', owner: 'Anna Berg' }
      site.hero.role = 'Photographer'
      site.search.about = 'I take photographs.'
    })
    expect((await put({ content, basedOn: (await read()).version })).status).toBe(200)
    for (const page of ['/', '/portfolio', '/contact', '/about']) {
      const html = await text(page)
      const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
      expect(description).toContain(page === '/about' ? 'I take photographs.' : 'Anna Berg')
      expect(description.length).toBeLessThanOrEqual(160)
      expect(html).toContain(`<meta property="og:description" content="${description}"`)
      expect(html).not.toContain('Juno')
    }
  })

  test('takes name and contact address of a new owner, and leaves the role', async () => {
    const row = await app.context.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('name', '=', 'Ada Admin')
      .executeTakeFirstOrThrow()
    const by = { role: 'admin', ...row, client: { key: '127.0.0.1', isShared: false } } as const
    const name = 'Maximiliane Freifrau von und zu Hohenlohe-Schillingsfürst'
    await publishOwner(app.context, by, { name, email: 'max@hohenlohe.example' })
    expect(await read()).toMatchObject({
      content: {
        name: { brand: 'Maximiliane Freifrau von und', owner: name },
        hero: { role: 'Photographer' },
        contact: { ways: [{ kind: 'email', value: 'max@hohenlohe.example', url: '' }] },
      },
    })
    expect(await text('/contact')).toContain('href="mailto:max@hohenlohe.example"')
  })
})
