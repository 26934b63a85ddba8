// What the content of the site may be: limits, links, markup, and who may publish.
import { describe, expect, test } from 'vitest'
import { type SiteContent, siteLimits } from '../../contract/site.ts'
import { sharedSite, sitePath } from '../support/calls.ts'

const { given, read, put, text, changed, withLine } = sharedSite()

describe('content that', () => {
  const invalid: [string, (site: SiteContent) => void, string, string][] = [
    [
      'is too long',
      (site) => {
        site.hero.line = 'x'.repeat(siteLimits.heroLine + 1)
      },
      'hero.line',
      'Line must be at most 90 characters.',
    ],
    [
      'is missing',
      (site) => {
        site.name.brand = ' \u200f '
      },
      'name.brand',
      'Brand is required.',
    ],
    [
      'is no percentage',
      (site) => {
        site.skills.list = [{ name: 'A', percentage: 100.5 }]
      },
      'skills.list.0.percentage',
      'Enter a number from 0 to 100.',
    ],
    [
      'is one stat too many',
      (site) => {
        site.stats.push({ label: 'A', value: '1' })
      },
      'stats',
      'At most 3 stats.',
    ],
    [
      'is a script as a profile',
      (site) => {
        site.links.profiles = [{ site: 'X', name: 'x', url: 'javascript:alert(1)' }]
      },
      'links.profiles.0.url',
      'Enter a URL that begins with https:// or http://.',
    ],
    [
      'is another site without a scheme',
      (site) => {
        site.links.footer = [{ label: 'X', url: '//evil.example' }]
      },
      'links.footer.0.url',
      'Enter a path such as /about, or a URL that begins with https://, http:// or mailto:.',
    ],
    [
      'is no email address',
      (site) => {
        site.contact.ways = [{ kind: 'email', value: 'emma', url: '' }]
      },
      'contact.ways.0.value',
      'Enter an email address.',
    ],
    [
      'books nowhere',
      (site) => {
        site.contact.ways = [{ kind: 'booking', value: 'Book', url: 'data:text/html,x' }]
      },
      'contact.ways.0.url',
      'Enter a URL that begins with https:// or http://.',
    ],
  ]
  test.each(invalid)('%s is rejected at its field', async (_, change, field, message) => {
    const { status, body } = await put({ content: await changed(change), basedOn: 0 })
    expect([status, body.errors]).toEqual([400, { [`content.${field}`]: message }])
    expect((await read()).version).toBe(0)
  })

  test('is markup, a script or half a tag stays text on every page and in its data', async () => {
    const evil = '</script><img src=x onerror=alert(1)>'
    const content = await changed((site) => {
      site.hero.line = evil
      site.name = { ...site.name, brand: '</title><script>1</script>', owner: '"><b>Emma</b>' }
      site.about.text = `${evil}\n\n[x](javascript:alert(1)) ![x](https://x.example/y.png)\n\n<script>2</script>`
      site.search.home = `${evil}"`
      site.skills.list = [{ name: '</style><script>3', percentage: 5 }]
    })
    expect((await put({ content, basedOn: 0 })).status).toBe(200)
    for (const page of ['/', '/about']) {
      const html = await text(page)
      expect(html).not.toMatch(/<img src=x|<script>[123]|<b>Emma|href="javascript|<img[^>]*x\.example/)
      expect(html).toContain('&lt;/title&gt;')
    }
  })

  test('is anything else is rejected, by visitors and users too', async () => {
    const content = await withLine('Mine.')
    for (const json of [
      {},
      { content: null, basedOn: 0 },
      { content: {}, basedOn: 0 },
      { content },
      { content, basedOn: '0' },
    ])
      expect((await put(json)).status).toBe(400)
    expect((await put({ content, basedOn: 0 }, '')).status).toBe(401)
    expect((await put({ content, basedOn: 0 }, await given.app.asUser())).status).toBe(403)
    expect((await given.app.json(sitePath)).status).toBe(401)
    expect((await read()).version).toBe(0)
  })
})
