// The accent of the site: what may be published, and that all pages, icons and emails show it.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SiteContent } from '../../contract/site.ts'
import { contactCalls, sharedSite } from '../support/calls.ts'

const { given, read, put, text, changed } = sharedSite()
const { post, list } = contactCalls(() => given)

const withAccent = (accent: unknown) =>
  changed((site) => {
    site.colour = { accent } as SiteContent['colour']
  })
/** Public, found or not, of accounts and of the dashboard. */
const pages = [
  ...['/', '/about', '/portfolio', '/portfolio/000000000000000000000000', '/contact'],
  ...['/login', '/register', '/dashboard/site'],
]

describe('an accent', () => {
  test('is on every kind of page, listed in its policy, and goes with the next version', async () => {
    const delivered = await Promise.all(pages.map(text))
    for (const [at, page] of pages.entries()) expect(delivered[at], page).not.toContain('--mark:')
    const first = await put({ content: await withAccent('#5585E8'), basedOn: 0 })
    expect(first.body.published.changed).toEqual(['colour'])
    expect((await read()).content.colour).toEqual({ accent: '#5585e8' })
    for (const page of pages) {
      const response = await given.app.send(page)
      const [, style = ''] = /<style>([^<]*--mark:#5585e8;[^<]*)<\/style>/.exec(await response.text()) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(style, page).not.toBe('')
      expect(response.headers.get('content-security-policy'), page).toContain(`'sha256-${hash}'`)
    }
    await put({ content: await withAccent('36954C'), basedOn: 1 })
    for (const page of pages) {
      const html = await text(page)
      expect(html, page).toContain('--mark:#36954c;')
      expect(html, page).not.toContain('#5585e8')
    }
    await put({ content: await changed(() => {}), basedOn: 2 })
    expect(await Promise.all(pages.map(text))).toEqual(delivered)
  })

  test('is in icons, share images and emails; the bars around pages stay', async () => {
    const bytes = async (file: string) => Buffer.from(await (await given.app.send(file)).arrayBuffer())
    const drawn = ['/favicon.ico', '/pictures/icon-192.png', '/pictures/og.png']
    const before = await Promise.all(drawn.map(bytes))
    // Dark: as it is on paper, and lifted on the ink of an icon.
    await put({ content: await withAccent('#12233f'), basedOn: 0 })
    expect(await text('/favicon.svg')).toContain('fill="#3f68ab"')
    for (const [at, file] of drawn.entries())
      expect((await bytes(file)).equals(before[at] as Buffer), file).toBe(false)
    expect(await text('/')).toContain('<meta name="theme-color" content="#f9f5ef"')
    await post()
    const [{ id }] = (await list()).contacts
    const json = { replySubject: 'Re: blue', replyBody: 'Yes.' }
    expect((await given.app.json(`/contacts/${id}/reply`, { cookie: given.cookie, json })).status).toBe(200)
    const email = (await given.app.emails()).find(({ subject }) => subject === 'Re: blue')
    expect(email?.html).toContain('border-left:4px solid #12233f')
  })

  test.each([
    ['red', 'Enter a colour such as #2f5fd0.'],
    ['', 'Enter a colour such as #2f5fd0.'],
    ['#5585e8ff', 'Enter a colour such as #2f5fd0.'],
    ['#fff}*{background:url(//evil.example)}', 'Enter a colour such as #2f5fd0.'],
    ['</style><script>alert(1)</script>', 'Enter a colour such as #2f5fd0.'],
  ])('%j is rejected at its field', async (accent, message) => {
    const { status, body } = await put({ content: await withAccent(accent), basedOn: 0 })
    expect([status, body.errors]).toEqual([400, { 'content.colour.accent': message }])
    expect((await read()).version).toBe(0)
  })

  test('that is no text, or longer than any colour, is rejected', async () => {
    for (const accent of [null, 5, ['#5585e8'], 'a'.repeat(10_000)])
      expect((await put({ content: await withAccent(accent), basedOn: 0 })).status).toBe(400)
  })

  test('that was stored by something else is no style', async () => {
    const stored = (colour: unknown, version: number) => ({
      version,
      content: JSON.stringify({ colour }),
      changed: '',
      author: 'A',
      published_at: '',
    })
    const evil = '#fff}*{background:url(//evil.example)}'
    for (const [at, colour] of [{ accent: evil }, {}, 'x'].entries()) {
      await given.app.context.db
        .insertInto('site_versions')
        .values(stored(colour, at + 1))
        .execute()
      given.app.context.changes.emit('portfolio')
      const html = await text('/')
      expect(html).not.toContain('--mark:')
      expect(html).not.toContain('evil.example')
    }
  })

  test('is previewed once it is one, whatever is typed before', async () => {
    const preview = async (content: unknown) =>
      (await given.app.json('/api/admin/site/preview', { json: { content }, cookie: given.cookie })).body
        .accent
    expect(await preview(await withAccent('5585e8'))).toBe('#5585e8')
    for (const typed of ['#5585e', '</style>']) expect(await preview(await withAccent(typed))).toBe('#fab82f')
    // A draft that an older version of the editor has stored.
    const { colour: _, ...older } = await changed(() => {})
    expect(await preview(older)).toBe('#fab82f')
  })
})
