// The content of the site: published, live everywhere, versions, limits, two admins at once, drafts, the accent and the slider.

import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { demoProjects } from '../../../content/demo/projects.ts'
import type { StoredSite } from '../../../contract/responses/site.ts'
import { type HomeRow, type SiteContent, siteLimits } from '../../../contract/site.ts'
import { callsOf, invalid, sitePath, statusesAtOnce } from '../../support/calls.ts'
import { png } from '../../support/sample-images.ts'
import { publishProject } from '../../support/seed.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp({}, { pages: true })
const cookie = await app.asAdmin()
beforeEach(async () => {
  vi.restoreAllMocks()
  await app.empty('projects', 'site_versions')
})

const { read, put, publish, changed, upload } = callsOf(() => ({ app, cookie })).site
const { added, update, remove } = callsOf(() => ({ app, cookie })).projects
const { post } = callsOf(() => ({ app, cookie })).messages

const withLine = (line: string) => changed(({ hero }) => Object.assign(hero, { line }))
/** As something else has stored it. */
const store = async (version: number, content: unknown) => {
  const row = { version, content: JSON.stringify(content), changed: '', author: 'Mira', published_at: '' }
  await app.context.db.insertInto('site_versions').values(row).execute()
}
/** Makes all pages anew. */
const forget = () => app.context.changes.emit('portfolio')

test('what is published replaces the delivered texts on every page, in its head and in its data, at once', async () => {
  const content = await changed((site) => {
    site.name = { ...site.name, brand: 'Emma & Co', owner: 'Emma Wagner' }
    Object.assign(site.hero, { role: 'Baker', line: 'Bread since 1999.' })
    site.stats = [{ label: 'Loaves', value: '9,000' }]
    site.services.list = [{ title: 'Rye', description: 'Dark.', icon: 'globe' }]
    site.skills.list = [{ name: 'Kneading', percentage: 7 }]
    site.about.text = 'I bake **well**.\n\n- rye'
    site.contact.lead = 'Order a loaf.'
    site.contact.ways = [
      { kind: 'email', value: 'emma+site@wagner.example', url: '' },
      { kind: 'phone', value: '+47 555 (01)', url: '' },
      { kind: 'booking', value: 'Book 30 minutes', url: 'https://cal.example/emma' },
    ]
    site.links.profiles = [{ site: 'GitHub', name: '@emma', url: 'https://github.com/emma' }]
    site.search = { ...site.search, home: 'Home of bread.', portfolio: 'All loaves.' }
  })
  expect(await app.text('/contact')).not.toMatch(/mailto:|tel:/)
  const { body } = await put({ content, basedOn: 0 })
  expect(body).toMatchObject({ message: 'Published!', published: { version: 1, author: 'Ada Admin' } })
  const home = await app.text('/')
  for (const shown of [
    '<title>Emma &amp; Co | Home</title>',
    '<meta name="description" content="Home of bread."/>',
    '"name":"Emma Wagner","jobTitle":"Baker"',
    '"sameAs":["https://github.com/emma"]',
    '>Bread since 1999.</p>',
    '>9,000</dd>',
    '<h3>Rye</h3>',
    'aria-label="Kneading" aria-valuenow="7"',
  ])
    expect(home).toContain(shown)
  expect(home).not.toContain('Juno')
  const about = await app.text('/about')
  expect(about).toContain('<p>I bake <strong>well</strong>.</p><ul><li>rye</li>')
  // What has no description of its own is described by the names.
  for (const meta of ['name="description"', 'property="og:description"'])
    expect(about).toContain(`<meta ${meta} content="Who Emma Wagner, Baker at Emma &amp; Co, is: `)
  const contact = await app.text('/contact')
  expect(contact).toContain('Order a loaf.')
  const ways = ['mailto:emma%2Bsite@wagner.example', 'tel:+4755501', 'https://cal.example/emma']
  for (const way of ways) expect(contact).toContain(`href="${way}"`)
  expect(await app.text('/portfolio')).toContain('content="All loaves."')
  expect(await app.text('/login')).toContain('<title>Login | Emma &amp; Co</title>')
})

test('what is published is shown while the database is away, and a version published in the meantime once it is back', async () => {
  await put({ content: await withLine('First.'), basedOn: 0 })
  expect(await app.text('/')).toContain('First.')
  const failing = vi
    .spyOn(app.context.db.getExecutor(), 'executeQuery')
    .mockRejectedValue(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  app.context.changes.emit('portfolio')
  expect(await app.text('/')).toContain('First.')
  failing.mockRestore()
  await store(2, await withLine('Second.'))
  // Its notification was lost with the connection.
  await expect.poll(async () => (await app.text('/')).includes('Second.'), { timeout: 20_000 }).toBe(true)
})

test('what is published is shown as far as it fits when another version of the product stored it; what is no colour is no style', async () => {
  await store(1, {
    hero: { line: 'Old.', leadsTo: '/nowhere' },
    about: { text: 'Only this.' },
    stats: 'none',
  })
  forget()
  const home = await app.text('/')
  expect(home).toContain('I have 2 years of experience in Frontend.')
  expect(home).toContain('24/7')
  expect(await app.text('/about')).toContain('<p>Only this.</p>')
  await store(2, { colour: { accent: '#fff}*{background:url(//evil.example)}' } })
  forget()
  expect(await app.text('/')).not.toMatch(/--mark:|evil\.example/)
})

test('of two admins who began with the same version the second gets 409, also at the same moment; nothing is lost', async () => {
  const first = await put({ content: await withLine('One.'), basedOn: 0 })
  const second = await put({ content: await withLine('Two.'), basedOn: 0 })
  expect([first.status, second.status]).toEqual([200, 409])
  expect(second.body).toMatchObject({
    code: 'conflict',
    message: 'Ada Admin has published another version in the meantime.',
  })
  expect((await read()).content.hero.line).toBe('One.')
  const contents = await Promise.all(['A.', 'B.', 'C.', 'D.'].map((line) => withLine(line)))
  const calls = contents.map((content) => put({ content, basedOn: 1 }))
  expect(await statusesAtOnce(calls)).toEqual([200, 409, 409, 409])
  expect((await read()).version).toBe(2)
  expect((await read(1)).content.hero.line).toBe('One.')
})

test('versions are listed newest first with what changed, down to the delivered one, recorded, and can be read; beyond 30 the oldest goes, and nothing new is none', async () => {
  const stored = await withLine('Stored.')
  for (let version = 1; version < 32; version++) await store(version, stored)
  const content = await withLine('New.')
  expect((await put({ content, basedOn: 31 })).status).toBe(200)
  const again = await put({ content, basedOn: 32 })
  expect([again.status, again.body.published.version]).toEqual([200, 32])
  const versions: StoredSite[] = (await app.json(`${sitePath}/versions`, { cookie })).body.versions
  const numbers = [...Array.from({ length: 30 }, (_, at) => 32 - at), 0]
  expect(versions.map(({ version }) => version)).toEqual(numbers)
  expect(versions[0]).toMatchObject({ author: 'Ada Admin', changed: ['hero'] })
  expect(versions.at(-1)).toMatchObject({ author: null, publishedAt: null, changed: [] })
  expect((await read(31)).content).toEqual(stored)
  expect((await app.json(`${sitePath}/versions/2`, { cookie })).status).toBe(404)
  const { events } = (await app.json('/api/admin/activity?kind=site.published', { cookie })).body
  expect(events[0]).toMatchObject({ detail: 'hero', user: { email: 'admin@example.com' } })
})

const noUrl = 'Enter a URL that begins with https:// or http://.'
const noLink = 'Enter a path such as /about, or a URL that begins with https://, http:// or mailto:.'
const noColour = 'Enter a colour such as #2f5fd0.'
const script = { site: 'X', name: 'x', url: 'javascript:alert(1)' }
const elsewhere = { label: 'X', url: '//evil.example' }
const email = { kind: 'email', value: 'emma', url: '' }
const booking = { kind: 'booking', value: 'Book', url: 'data:text/html,x' }
test.each<[string, keyof SiteContent, object, string, unknown]>([
  ['is too long', 'hero', { line: 'x'.repeat(91) }, 'hero.line', 'Line must be at most 90 characters.'],
  ['is missing', 'name', { brand: ' \u200f ' }, 'name.brand', 'Brand is required.'],
  [
    'has a long word',
    'language',
    { words: { View: 'x'.repeat(251) } },
    'language.words.View',
    expect.any(String),
  ],
  ['is a script as a profile', 'links', { profiles: [script] }, 'links.profiles.0.url', noUrl],
  ['is a site without a scheme', 'links', { footer: [elsewhere] }, 'links.footer.0.url', noLink],
  ['is no email address', 'contact', { ways: [email] }, 'contact.ways.0.value', 'Enter an email address.'],
  ['books nowhere', 'contact', { ways: [booking] }, 'contact.ways.0.url', noUrl],
  ['is a style', 'colour', { accent: '#fff}*{background:url(//evil.example)}' }, 'colour.accent', noColour],
])('content that %s is rejected at its field', async (_, part, value, field, message) => {
  const content = await changed((site) => void Object.assign(site[part], value))
  expect(await put({ content, basedOn: 0 })).toMatchObject(invalid(`content.${field}`, message))
  expect((await read()).version).toBe(0)
})

test('content that is markup, a script or half a tag stays text on every page and in its data', async () => {
  const evil = '</script><img src=x onerror=alert(1)>'
  await publish((site) => {
    site.hero.line = evil
    site.name = { ...site.name, brand: '</title><script>1</script>', owner: '"><b>Emma</b>' }
    site.about.text = `${evil}\n\n[x](javascript:alert(1)) ![x](https://x.example/y.png)\n\n<script>2</script>`
    site.search.home = `${evil}"`
    site.skills.list = [{ name: '</style><script>3', percentage: 5 }]
  })
  for (const page of ['/', '/about']) {
    const html = await app.text(page)
    expect(html).not.toMatch(/<img src=x|<script>[123]|<b>Emma|href="javascript|<img[^>]*x\.example/)
    expect(html).toContain('&lt;/title&gt;')
  }
})

const preview = (json: unknown) => app.json('/api/admin/site/preview', { json, cookie })

test('a preview shows what is typed, unfinished, too long or without what an older editor did not know, and stores nothing; what is no content is rejected', async () => {
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
    site.colour.accent = '5585e8'
  })
  const { status, body } = await preview({ content })
  expect(status).toBe(200)
  expect(body.brand).toMatchObject({ name: 'Zoë', owner: { name: '' } })
  expect(body.home.hero.line).toHaveLength(siteLimits.heroLine + 1)
  expect(body.about.text).toEqual([{ tag: 'p', children: [{ tag: 'strong', children: ['Bold'] }] }])
  // What is no link yet is left out.
  expect(body.reach.ways.map(({ href }: { href: string }) => href)).toEqual(['https://github.com/z'])
  expect(body.brand.css).toContain('--mark:#5585e8')
  // Drawn for the new name, which the published image does not have.
  const { colour: _, ...older } = await changed(() => {})
  expect(body.drawn.mark).not.toEqual((await preview({ content: older })).body.drawn.mark)
  const long = await withLine('x'.repeat(4 * siteLimits.heroLine + 1))
  for (const content of [{}, long]) expect((await preview({ content })).status).toBe(400)
  for (const content of [undefined, {}]) expect((await put({ content, basedOn: 0 })).status).toBe(400)
  expect(await read()).toMatchObject({ version: 0 })
  expect(await app.text('/')).not.toContain('Zoë')
})

/** Public, not found, of accounts and of the dashboard. */
const pages = ['/', '/portfolio/000000000000000000000000', '/login', '/dashboard/site']

test('an accent is on every kind of page, listed in its policy, in icons, share images and emails; the bars around pages stay', async () => {
  const drawn = ['/favicon.ico', '/pictures/icon-192.png', '/pictures/og.png']
  const before = await Promise.all(drawn.map(app.bytes))
  // Dark: as it is on paper, and lifted on the ink of an icon.
  await publish(({ colour }) => Object.assign(colour, { accent: '#12233F' }))
  for (const page of pages) {
    const response = await app.send(page)
    const html = await response.text()
    const [, style = ''] = /<style>([^<]*--mark:#12233f;[^<]*)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(style, page).not.toBe('')
    expect(response.headers.get('content-security-policy'), page).toContain(`'sha256-${hash}'`)
    expect(html, page).toContain('<meta name="theme-color" content="#f9f5ef"')
  }
  expect(await app.text('/favicon.svg')).toContain('fill="#3f68ab"')
  for (const [at, file] of drawn.entries())
    expect((await app.bytes(file)).equals(before[at] as Buffer), file).toBe(false)
  await post({ name: 'Blue' })
  expect((await app.emails(/Blue/))[0]?.html).toContain('border-left:4px solid #12233f')
  await put({ content: await changed(() => {}), basedOn: 1 })
  for (const page of pages) expect(await app.text(page), page).not.toContain('--mark:')
})

test('of three pairs of typefaces a page preloads the chosen one, and all is drawn in it', async () => {
  const before = await app.bytes('/pictures/og.png')
  expect(await app.text('/')).not.toContain('/fonts/')
  await publish(({ type }) => Object.assign(type, { pair: 'bookish' }))
  const html = await app.text('/')
  const [, preloaded = ''] = /<link rel="preload" href="([^"]+)" as="font"/.exec(html) ?? []
  expect(preloaded).toBe('/fonts/newsreader-latin-wght-normal.woff2')
  expect((await app.send(preloaded)).status).toBe(200)
  expect(html).toContain('--font-display:Companion,"Newsreader Variable"')
  expect(await app.bytes('/pictures/og.png')).not.toEqual(before)
})

const show = (choice: SiteContent['slider']['show']) =>
  publish((site) => {
    site.slider.show = choice
  })
/** Alternative texts of the slides, without the copies that close the loop. */
const slides = async () => {
  const list = /<section[^>]*aria-label="Projects".*?<\/section>/s.exec(await app.text('/'))?.[0] ?? ''
  return [...list.matchAll(/<img[^>]*alt="([^"]*)"/g)].map(([, alt]) => alt).slice(0, 6)
}
const own = (count: number) => Array.from({ length: count }, (_, at) => `Slide ${at + 1}`)

test('the slider shows the covers of the latest, of own or of featured projects around their focal points, and its own images where there are too few, as the owner chooses', async () => {
  const [{ name: pname, createdAt }] = demoProjects as [(typeof demoProjects)[number]]
  const demo = await publishProject(app, pname, { createdAt })
  const first = await added({ pname: 'First', status: 'published', focalX: '20', focalY: '75' })
  await added({ pname: 'Draft' })
  await added({ pname: 'Second', status: 'published' })
  expect(await slides()).toEqual(own(6))
  await show('latest')
  expect(await slides()).toEqual(['Second', 'First', pname, ...own(3)])
  const home = await app.text('/')
  expect(home).toContain(`srcSet="${first.pimage?.replace(/40\.webp$/, '40.avif')} 40w"`)
  // The slide and its copy that closes the loop.
  expect(home.match(/style="object-position:20% 75%"/g)).toHaveLength(2)
  // By itself once three are the owner's: one that was changed is nobody's demo any more. The copies that close the loop follow.
  await show('auto')
  await update(demo.id, { pname: 'Mine now' })
  expect((await slides()).filter(Boolean).toSorted()).toEqual(['First', 'Mine now', 'Second'])
  await show('featured')
  expect(await slides()).toEqual(own(6))
  for (const id of [first.id, demo.id])
    await app.json(`/api/portfolio/${id}/feature`, { cookie, json: { featured: true } })
  await app.json(`/api/portfolio/${demo.id}/move`, { cookie, json: { to: 'top' } })
  expect(await slides()).toEqual(['Mine now', 'First', ...own(4)])
  await update(first.id, { pname: 'First', status: 'draft' })
  expect(await slides()).toEqual(['Mine now', ...own(5)])
  await show('images')
  expect(await slides()).toEqual(own(6))
})

const headings = async () => [...(await app.text('/')).matchAll(/<h2[^>]*>([^<]*)/g)].map(([, name]) => name)
const delivered = ['Our Services', 'Our Skills', 'Find Our Portfolio']
const row = (section: HomeRow['section'], isShown = true) => ({ section, isShown })

test('Home shows the sections that the owner has switched on and that have content, in the order chosen', async () => {
  expect(await headings()).toEqual(delivered)
  const published = await added({ pname: 'Shown', status: 'published' })
  const draft = await added({ pname: 'Draft', status: 'draft' })
  const quote = { quote: 'Two now.', name: 'Paolo', of: 'Molino', project: published.id }
  const logo = await upload(await png(), 'logo')
  await publish((site) => {
    site.home = [row('quotes'), row('skills', false), row('logos')]
    site.quotes.list = [quote, { ...quote, quote: 'Three.', project: draft.id }]
    site.logos.list = [1, 2].map((n) => ({ image: logo, alt: `Client ${n}` }))
  })
  // What the order does not name follows, and two logos are too few.
  expect(await headings()).toEqual(['Words from clients', 'Our Services', 'Find Our Portfolio'])
  const page = await app.text('/')
  expect(page).not.toMatch(/WooCommerce|Client 1/)
  expect(page.match(/<a[^>]*>See the project/g)).toEqual([
    expect.stringContaining(`href="/portfolio/${published.id}"`),
  ])
  await remove(published.id)
  expect(await app.text('/')).not.toContain('See the project')
  expect(await app.text('/about')).toContain('WooCommerce')
  await publish((site) => {
    site.logos.list.push({ image: logo, alt: 'Client 3' })
    site.slider.teaser = 'none'
  })
  expect(await headings()).toEqual(['Words from clients', 'Clients', 'Our Services', 'Find Our Portfolio'])
  expect(await app.text('/')).toMatch(new RegExp(`<img src="/uploads/${logo}/[^>]*alt="Client 3"`))
  expect(await app.text('/')).not.toContain('/pictures/teaser')
})
