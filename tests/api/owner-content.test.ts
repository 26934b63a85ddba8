// The owner's contact ways, Imprint and Privacy.
import { describe, expect, test } from 'vitest'
import { type ContactWays, contactWays, site } from '../../content/site.ts'
import { ConfigError } from '../../server/config.ts'
import { LegalPages } from '../../server/pages/legal-pages.ts'
import { parseMarkdown } from '../../server/pages/markdown.ts'
import { checkContent } from '../../server/site/content-schema.ts'
import { contentDefaults } from '../../server/site/defaults.ts'
import { reachOf } from '../../server/site/reach.ts'
import { namedContent } from '../support/named-site.ts'
import { ownApps } from '../support/own-apps.ts'
import { navigation, sendRaw } from '../support/raw-request.ts'

const github = { site: 'GitHub', name: '@emma', url: 'https://github.com/emma' }
const filled = {
  email: 'emma+site@wagner.example',
  phone: '+47 555 (01) 234',
  booking: { label: 'Book 30 minutes', url: 'https://cal.example/emma' },
  profiles: [github],
}
const noTexts = { imprint: '', privacy: ' \n' }
const reach = (ways: ContactWays) => reachOf(contentDefaults(site, ways).content, [])

describe('ways to reach the owner', () => {
  test('that are filled become links; without any there are none, on Contact and in the footer', () => {
    expect(reach(filled)).toEqual({
      ways: [
        { kind: 'email', label: 'Email', value: filled.email, href: 'mailto:emma%2Bsite@wagner.example' },
        { kind: 'phone', label: 'Phone', value: filled.phone, href: 'tel:+4755501234' },
        { kind: 'booking', label: 'Call', value: 'Book 30 minutes', href: 'https://cal.example/emma' },
        { kind: 'profile', label: 'GitHub', value: '@emma', href: 'https://github.com/emma' },
      ],
      footer: [[{ label: 'GitHub', href: 'https://github.com/emma' }]],
    })
    const nothing = { email: null, phone: null, booking: null, profiles: [] }
    expect(reach(nothing)).toEqual({ ways: [], footer: [] })
  })

  test('are empty as the product is delivered', () => {
    expect(reach(contactWays)).toEqual({ ways: [], footer: [] })
  })

  test.each([
    [{ email: 'emma' }, /contactWays\.email is "emma"/],
    [{ phone: 'call me' }, /phone/],
    [{ phone: '+-' }, /phone/],
    [{ booking: { label: 'Book', url: 'http://cal.example' } }, /booking\.url .* https:/],
    [{ profiles: [{ ...github, url: 'javascript:alert(1)' }] }, /profiles/],
    [{ profiles: [{ ...github, url: 'github.com/emma' }] }, /profiles/],
    [{ profiles: [{ ...github, url: 'https://a:b@github.com' }] }, /profiles/],
    [{ profiles: [{ ...github, url: 'https:github.com' }] }, /profiles/],
  ])('%o ends the start with a message that names it', (wrong, message) => {
    expect(() => reach({ ...contactWays, ...wrong })).toThrow(ConfigError)
    expect(() => reach({ ...contactWays, ...wrong })).toThrow(message)
  })
})

describe('content of another version', () => {
  const { greeting: _, ...hero } = site.hero
  test.each<[string, object, RegExp]>([
    [
      'a field that has another name',
      { hero },
      /^content\/site\.ts: site\.hero\.greeting is missing; it must be a text\.$/,
    ],
    ['a list that was none', { stats: 'many' }, /site\.stats is "many"; it must be a list\.$/],
    [
      'an entry',
      { skills: [{ name: 'A', percentage: '90' }] },
      /site\.skills\.0\.percentage is "90"; it must be a number/,
    ],
    [
      'an icon',
      { services: [{ title: 'A', description: 'B', icon: 'cat' }] },
      /services\.0\.icon is "cat"; it must be one of web,/,
    ],
  ])('%s ends the start with a line that names it', (_, wrong, message) => {
    expect(() => contentDefaults({ ...site, ...wrong })).toThrow(ConfigError)
    expect(() => contentDefaults({ ...site, ...wrong })).toThrow(message)
  })

  test('a file that exports something else is named, too', () => {
    expect(() => checkContent('pages.ts', { about: undefined })).toThrow(
      /^content\/pages\.ts: about is missing/,
    )
  })
})

test('a legal text that begins with the title of its page does not show it twice', async () => {
  const legalPage = (imprint: string) => new LegalPages({ ...noTexts, imprint }).legalPage('imprint')
  const whole = await legalPage('Emma Wagner, Bergen')
  expect(await legalPage('\n# Imprint\n\nEmma Wagner, Bergen')).toEqual(whole)
  expect(await legalPage('# Who\n\nEmma Wagner, Bergen')).toHaveLength(2)
})

describe('Markdown', () => {
  const text = (...children: string[]) => ({ tag: 'p', children })

  test('becomes headings below that of the page, paragraphs, lists, links and emphasis', () => {
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

  test('with markup in it stays text', () => {
    expect(parseMarkdown('<script>alert(1)</script>\n\na <b onclick="x">b</b>')).toEqual([
      text('<script>alert(1)</script>'),
      text('a <b onclick="x">b</b>'),
    ])
    expect(parseMarkdown('```\n<i>\n```')).toEqual([{ tag: 'pre', children: ['<i>\n'] }])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '&#106;avascript:x',
  ])('with a link to %s has no link', (href) => {
    expect(JSON.stringify(parseMarkdown(`[a](${href}) <${href}>`))).not.toContain('"tag":"a"')
  })

  test('with an image has no image', () => {
    expect(JSON.stringify(parseMarkdown('![a](https://x.example/a.png)'))).not.toContain('img')
  })
})

describe('Imprint and Privacy', () => {
  const ownApp = ownApps()
  const json = { headers: { accept: 'application/json' } }

  test('are pages where they are written, in the sitemap too; otherwise they are not found, every time', async () => {
    const legalPages = new LegalPages({ ...noTexts, imprint: '## Who\n\n<b>Emma</b>' })
    const app = await ownApp({}, { pages: true, legalPages })
    const sitemap = await (await app.send('/sitemap.xml')).text()
    expect(sitemap).toContain('/imprint</loc>')
    expect(sitemap).not.toContain('/privacy')
    for (const visit of ['first', 'cached']) {
      const imprint = await app.send('/imprint', json)
      expect([visit, imprint.status]).toEqual([visit, 200])
      const page = await imprint.text()
      expect(page).toContain('<h2>Who</h2>')
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
  })

  test('and profiles are in the footer of every page, the profiles in the structured data of Home', async () => {
    const legalPages = new LegalPages({ ...noTexts, privacy: 'None of your data.' })
    const defaults = namedContent({ brand: 'Emma Wagner' }, { ways: filled })
    const app = await ownApp({}, { pages: true, defaults, legalPages })
    const home = await (await app.send('/')).text()
    expect(home).toContain('"sameAs":["https://github.com/emma"]')
    for (const page of [home, await (await app.send('/login')).text()]) {
      expect(page).toMatch(/<footer.*href="https:\/\/github\.com\/emma".*href="\/privacy"/)
      expect(page).not.toContain('None of your data.')
    }
  })
})
