// The content of the site: published, live everywhere, versions, limits, and two admins at once.
import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredSite } from '../../contract/responses/site.ts'
import { siteCalls, sitePath } from '../support/calls.ts'
import { heldQueries } from '../support/held-queries.ts'
import { type Running, sharedApp } from '../support/start.ts'

const queries = heldQueries()
let app: Running
let cookie = ''

sharedApp(
  async (started) => {
    app = started
    cookie = await app.asAdmin()
  },
  {},
  { pages: true, wrap: queries.wrap },
)
beforeEach(async () => {
  queries.release()
  queries.fail(null)
  await app.context.db.deleteFrom('site_versions').execute()
  app.context.changes.emit('portfolio')
})

const { read, put, text, changed, withLine } = siteCalls(() => ({ app, cookie }))

describe('what is published', () => {
  test('replaces the delivered texts on every page, in its head and in its data, at once', async () => {
    expect(await text('/')).toContain('I have 2 years of experience in Frontend.')
    expect(await text('/about')).toContain('<p>On a typical project I draw the interface')
    const content = await changed((site) => {
      site.name = { ...site.name, brand: 'Emma & Co', owner: 'Emma Wagner' }
      site.hero = {
        greeting: 'Hi, I am',
        role: 'Baker',
        line: 'Bread since 1999.',
        button: 'Look',
        leadsTo: '/portfolio',
      }
      site.stats = [{ label: 'Loaves', value: '9,000' }]
      site.services = {
        heading: 'What I bake',
        list: [{ title: 'Rye', description: 'Dark.', icon: 'globe' }],
      }
      site.skills.list = [{ name: 'Kneading', percentage: 7 }]
      site.slider.title = 'See the loaves'
      site.about.text = 'I bake **well**.\n\n- rye\n- [me](/contact)'
      site.contact = { lead: 'Order a loaf.', ways: [{ kind: 'phone', value: '+47 555 01', url: '' }] }
      site.links.profiles = [{ site: 'GitHub', name: '@emma', url: 'https://github.com/emma' }]
      site.links.footer = [{ label: 'Bakers', url: 'https://bakers.example/' }]
      const [home, about, portfolio, contact] = ['Home of bread.', 'Who bakes.', 'All loaves.', 'Ask.']
      site.search = { ...site.search, home, about, portfolio, contact }
    })
    const { status, body } = await put({ content, basedOn: 0 })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Published!',
        published: {
          version: 1,
          publishedAt: expect.any(String),
          author: 'Ada Admin',
          changed: [
            'name',
            'hero',
            'stats',
            'services',
            'skills',
            'slider',
            'about',
            'contact',
            'links',
            'search',
          ],
        },
      },
    ])
    const home = await text('/')
    for (const shown of [
      '<title>Emma &amp; Co | Home</title>',
      '<meta name="description" content="Home of bread."/>',
      'content="Emma Wagner, Baker"',
      '"name":"Emma Wagner","jobTitle":"Baker"',
      '"sameAs":["https://github.com/emma"]',
      '>Bread since 1999.</p>',
      '>9,000</dd>',
      '<h3>Rye</h3>',
      'aria-label="Kneading" aria-valuenow="7"',
      'See the loaves',
      'href="https://bakers.example/"',
      '<bdi>Emma &amp; Co</bdi>',
    ])
      expect(home).toContain(shown)
    expect(home).toMatch(/<a[^>]*href="\/portfolio"[^>]*>Look/)
    expect(home).not.toContain('Juno')
    const about = await text('/about')
    expect(about).toContain(
      '<p>I bake <strong>well</strong>.</p><ul><li>rye</li><li><a href="/contact">me</a></li></ul>',
    )
    expect(about).toContain('content="Who bakes."')
    expect(await text('/contact')).toMatch(/Order a loaf\..*href="tel:\+4755501"/)
    expect(await text('/portfolio')).toContain('content="All loaves."')
    expect(await text('/login')).toContain('<title>Login | Emma &amp; Co</title>')
    expect((await app.json('/manifest.webmanifest')).body.name).toBe('Emma & Co')
    await app.json('/api/settings/test-mail', { method: 'POST', cookie })
    expect((await app.emails()).map(({ subject }) => subject)).toContain('Test email from Emma & Co')
    // Other places of the same words.
    for (const page of ['/about', '/contact', '/portfolio', '/login', '/imprint'])
      expect(await text(page), page).not.toContain('Juno')
  })

  test('draws the icons and share images of the new brand', async () => {
    const bytes = async (file: string) => Buffer.from(await (await app.send(file)).arrayBuffer())
    const files = ['/favicon.svg', '/pictures/icon-192.png', '/pictures/og.png']
    const before = await Promise.all(files.map(bytes))
    const etag = (await app.send('/favicon.svg')).headers.get('etag') ?? ''
    await put({
      content: await changed((site) => {
        site.name.brand = 'Zoë Quist'
      }),
      basedOn: 0,
    })
    for (const [at, file] of files.entries())
      expect((await bytes(file)).equals(before[at] as Buffer), file).toBe(false)
    expect((await app.send('/favicon.svg', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('is not in the response of a page that was being rendered before, when that is requested again', async () => {
    queries.hold('site_versions')
    app.context.changes.emit('portfolio')
    const before = text('/')
    await expect.poll(queries.waiting, { timeout: 20_000 }).toBe(1)
    queries.release()
    await put({ content: await withLine('After.'), basedOn: 0 })
    await before
    expect(await text('/')).toContain('After.')
  })

  test('is shown while the database is away, and a version published in the meantime once it is back', async () => {
    await put({ content: await withLine('First.'), basedOn: 0 })
    expect(await text('/')).toContain('First.')
    queries.fail(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    app.context.changes.emit('portfolio')
    expect(await text('/')).toContain('First.')
    queries.fail(null)
    const content = JSON.stringify(await withLine('Second.'))
    const row = {
      version: 2,
      content,
      changed: 'hero',
      author: 'Mira',
      published_at: new Date().toISOString(),
    }
    await app.context.db.insertInto('site_versions').values(row).execute()
    // Its notification was lost with the connection.
    await expect.poll(async () => (await text('/')).includes('Second.'), { timeout: 20_000 }).toBe(true)
  })

  test('is shown as far as it fits when another version of the product stored it', async () => {
    const content = {
      hero: { line: 'Old.', leadsTo: '/nowhere' },
      about: { text: 'Only this.' },
      stats: 'none',
    }
    const row = { version: 1, content: JSON.stringify(content), changed: '', author: 'A', published_at: '' }
    await app.context.db.insertInto('site_versions').values(row).execute()
    app.context.changes.emit('portfolio')
    const home = await text('/')
    expect(home).toContain('I have 2 years of experience in Frontend.')
    expect(home).toContain('24/7')
    expect(await text('/about')).toContain('<p>Only this.</p>')
  })
})

describe('two admins', () => {
  test('who began with the same version: the second gets 409, and nothing is lost', async () => {
    const first = await put({ content: await withLine('One.'), basedOn: 0 })
    const second = await put({ content: await withLine('Two.'), basedOn: 0 })
    expect([first.status, second.status]).toEqual([200, 409])
    expect(second.body).toMatchObject({
      code: 'conflict',
      message: 'Ada Admin has published another version in the meantime.',
    })
    expect((await read()).content.hero.line).toBe('One.')
    expect((await put({ content: await withLine('Two.'), basedOn: 1 })).status).toBe(200)
    expect((await read(1)).content.hero.line).toBe('One.')
  })

  test('who publish at the same moment: one succeeds', async () => {
    const lines = ['A.', 'B.', 'C.', 'D.']
    const contents = await Promise.all(lines.map((line) => withLine(line)))
    const sent = await Promise.all(contents.map((content) => put({ content, basedOn: 0 })))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await read()).toMatchObject({ version: 1 })
  })
})

describe('versions', () => {
  test('are listed newest first with what changed, down to the delivered one, and can be read', async () => {
    const one = await withLine('One.')
    await put({ content: one, basedOn: 0 })
    const two = await changed((site) => {
      site.skills.list.reverse()
    }, one)
    await put({ content: two, basedOn: 1 })
    const { versions } = (await app.json(`${sitePath}/versions`, { cookie })).body
    expect(versions).toMatchObject([
      { version: 2, author: 'Ada Admin', changed: ['skills'] },
      { version: 1, author: 'Ada Admin', changed: ['hero'] },
      { version: 0, author: null, publishedAt: null, changed: [] },
    ])
    expect((await read(1)).content).toEqual(one)
    expect((await read()).content).toEqual(two)
    expect((await read(0)).content.hero.line).toBe('I have 2 years of experience in Frontend.')
  })

  test('beyond 30 the oldest goes; nothing new is no version', async () => {
    for (let version = 0; version < 32; version++) {
      const { status } = await put({ content: await withLine(`Line ${version}.`), basedOn: version })
      expect(status).toBe(200)
    }
    const again = await put({ content: await withLine('Line 31.'), basedOn: 32 })
    expect([again.status, again.body.published.version]).toEqual([200, 32])
    const { versions } = (await app.json(`${sitePath}/versions`, { cookie })).body
    expect(versions.map(({ version }: StoredSite) => version)).toEqual([
      ...Array.from({ length: 30 }, (_, at) => 32 - at),
      0,
    ])
    const gone = await app.json(`${sitePath}/versions/2`, { cookie })
    expect([gone.status, gone.body.code]).toEqual([404, 'unknown'])
    expect((await app.json(`${sitePath}/versions/1e9`, { cookie })).status).toBe(404)
  })

  test('are recorded in the audit trail', async () => {
    await put({ content: await withLine('Recorded.'), basedOn: 0 })
    const { events } = (await app.json('/api/admin/activity?kind=site.published', { cookie })).body
    expect(events[0]).toMatchObject({
      kind: 'site.published',
      detail: 'hero',
      user: { email: 'admin@example.com' },
    })
  })
})
