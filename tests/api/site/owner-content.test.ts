// The owner's contact ways, Imprint and Privacy.
import { expect, test } from 'vitest'
import { site } from '../../../content/site.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { ConfigError } from '../../../server/config.ts'
import { parseMarkdown } from '../../../server/pages/markdown.ts'
import { contentDefaults } from '../../../server/site/site-book.ts'
import { namedContent, siteCalls } from '../../support/calls.ts'
import { navigation, sendRaw } from '../../support/request.ts'
import { ownApps, type Running } from '../../support/start.ts'

const profiles = [{ site: 'GitHub', name: '@emma', url: 'https://github.com/emma' }]
const ways: SiteContent['contact']['ways'] = [
  { kind: 'email', value: 'emma+site@wagner.example', url: '' },
  { kind: 'phone', value: '+47 555 (01) 234', url: '' },
  { kind: 'booking', value: 'Book 30 minutes', url: 'https://cal.example/emma' },
]
const ownApp = ownApps()

test('content/site.ts has no ways to reach the owner as the product is delivered, and makes links of those it is given', async () => {
  const reach = async (app: Running) => (await app.context.site.current()).reach
  expect(await reach(await ownApp())).toEqual({ ways: [], footer: [] })
  const defaults = namedContent('Emma Wagner')
  Object.assign(defaults.content.contact, { ways })
  Object.assign(defaults.content.links, { profiles })
  expect(await reach(await ownApp({}, { defaults }))).toEqual({
    ways: [
      { kind: 'email', label: 'Email', value: ways[0]?.value, href: 'mailto:emma%2Bsite@wagner.example' },
      { kind: 'phone', label: 'Phone', value: ways[1]?.value, href: 'tel:+4755501234' },
      { kind: 'booking', label: 'Call', value: 'Book 30 minutes', href: 'https://cal.example/emma' },
      { kind: 'profile', label: 'GitHub', value: '@emma', href: 'https://github.com/emma' },
    ],
    footer: [[{ label: 'GitHub', href: 'https://github.com/emma' }]],
  })
})

test.each<[string, (content: SiteContent) => unknown, RegExp]>([
  ['without a text', ({ hero }) => Reflect.deleteProperty(hero, 'greeting'), /hero\.greeting: Greeting is/],
  [
    'with a link that is a script',
    ({ links }) => links.profiles.push({ site: 'A', name: 'B', url: 'javascript:alert(1)' }),
    /links\.profiles\.0\.url/,
  ],
])('content/site.ts %s ends the start with a line that names it', (_, change, message) => {
  const own = structuredClone(site)
  change(own.content)
  expect(() => contentDefaults(own)).toThrow(ConfigError)
  expect(() => contentDefaults(own)).toThrow(message)
})

test('a legal text that begins with the title of its page does not show it twice', async () => {
  const { site } = (await ownApp()).context
  const legalPage = (imprint: string) => {
    const { content } = site.defaults
    const language = { ...content.language, chosen: 'de' as const }
    return site.draft({ ...content, language, legal: { imprint, privacy: '' } }).legal('imprint')
  }
  const whole = legalPage('Emma Wagner, Bergen')
  expect(legalPage('# Imprint\n\nEmma Wagner, Bergen')).toEqual(whole)
  expect(legalPage('# Impressum\n\nEmma Wagner, Bergen')).toEqual(whole)
  expect(legalPage('# Who\n\nEmma Wagner, Bergen')).toHaveLength(2)
})

const text = (...children: string[]) => ({ tag: 'p', children })

test('Markdown becomes headings below that of the page, paragraphs, lists, links and emphasis', () => {
  const source =
    '# Who\n\nEmma **Wagner**  \nBergen &amp; Oslo\n\n- a `b`\n- [me](mailto:e@w.example)\n\n#### Small\n\n---\n'
  expect(parseMarkdown(source)).toEqual([
    { tag: 'h2', children: ['Who'] },
    {
      tag: 'p',
      children: ['Emma ', { tag: 'strong', children: ['Wagner'] }, { tag: 'br' }, 'Bergen & Oslo'],
    },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['a ', { tag: 'code', children: ['b'] }] },
        { tag: 'li', children: [{ tag: 'a', href: 'mailto:e@w.example', children: ['me'] }] },
      ],
    },
    { tag: 'h3', children: ['Small'] },
    { tag: 'hr' },
  ])
})

test('Markdown with markup or images in it stays text, and links only where that is safe', () => {
  expect(parseMarkdown('<script>alert(1)</script>\n\na <b onclick="x">b</b>')).toEqual([
    text('<script>alert(1)</script>'),
    text('a <b onclick="x">b</b>'),
  ])
  expect(parseMarkdown('```\n<i>\n```')).toEqual([{ tag: 'pre', children: ['<i>\n'] }])
  expect(JSON.stringify(parseMarkdown('![a](https://x.example/a.png)'))).not.toContain('img')
  for (const href of [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'],
    ...['file:///etc/passwd', '//evil.example', '&#106;avascript:x'],
  ])
    expect(JSON.stringify(parseMarkdown(`[a](${href}) <${href}>`)), href).not.toContain('"tag":"a"')
})

const json = { headers: { accept: 'application/json' } }

test('Imprint and Privacy are pages once their text is published, in the sitemap too; otherwise they are not found, every time', async () => {
  const app = await ownApp({}, { pages: true })
  const cookie = await app.asAdmin()
  const { changed, put } = siteCalls(() => ({ app, cookie }))
  expect((await sendRaw(app, '/imprint', navigation)).status).toBe(404)
  const content = await changed(({ legal }) => {
    legal.imprint = ' ## Who\n\n<b>Emma</b>\n'
    legal.privacy = ' \n'
  })
  expect((await put({ content, basedOn: 0 })).status).toBe(200)
  const sitemap = await (await app.send('/sitemap.xml')).text()
  expect(sitemap).toContain('/imprint</loc>')
  expect(sitemap).not.toContain('/privacy')
  for (const visit of ['first', 'cached']) {
    const imprint = await app.send('/imprint', json)
    expect([visit, imprint.status]).toEqual([visit, 200])
    const page = await imprint.text()
    expect(page).toContain('<h2>Who</h2>')
    expect(page).toMatch(/<footer.*href="\/imprint"/)
    expect(page).toContain('<p>&lt;b&gt;Emma&lt;/b&gt;</p>')
    const absent = await sendRaw(app, '/privacy', navigation)
    expect([visit, absent.status]).toEqual([visit, 404])
    expect(absent.text).toContain('Page Not Found')
    expect(absent.text).not.toContain('href="/privacy"')
    expect((await app.json('/privacy', json)).body).toMatchObject({ success: false, code: 'unknown' })
  }
  expect((await sendRaw(app, '/Imprint/', navigation)).headers.get('location')).toBe('/imprint')
  expect((await app.send('/imprint.data')).status).toBe(200)
  expect((await app.send('/privacy.data')).status).toBe(404)
  expect((await app.send('/Privacy.data')).status).toBe(404)
})
