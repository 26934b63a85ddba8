// The language of the site: what its pages and emails say, own words, and that no text of a page is outside of the catalogue.
import { beforeEach, expect, test } from 'vitest'
import type { SiteContent } from '../../../contract/site.ts'
import { catalogues } from '../../../contract/words/catalogues.ts'
import { type Language, languages } from '../../../contract/words/languages.ts'
import { translated } from '../../../contract/words/translate.ts'
import { allWords } from '../../../contract/words/words.ts'
import { callsOf } from '../../support/calls.ts'
import { markedLanguage, textsIn, textsOf, unmarked } from '../../support/marked-words.ts'
import { navigation } from '../../support/request.ts'
import { png } from '../../support/sample-images.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp({}, { pages: true })
const cookie = await app.asAdmin()
beforeEach(() => app.empty('site_versions'))

const { put, changed, upload } = callsOf(() => ({ app, cookie })).site
const { added } = callsOf(() => ({ app, cookie })).projects
const { post, list, reply } = callsOf(() => ({ app, cookie })).messages

async function speak(language: SiteContent['language'], change?: (site: SiteContent) => void) {
  const content = await changed((site) => {
    site.language = language
    site.legal = { imprint: 'Emma Wagner', privacy: 'Nothing is stored.' }
    change?.(site)
  })
  expect((await put({ content, basedOn: 0 })).status).toBe(200)
  return content
}
const inGerman = (words: Record<string, string> = {}) => speak({ chosen: 'de', words })

/** @returns which of these are not in the page: failing on the whole of it would say too much */
async function missingOn(path: string, parts: string[]): Promise<string[]> {
  const page = await app.text(path)
  return parts.filter((part) => !page.includes(part))
}

async function clientLink(id: string, json: object = {}): Promise<string> {
  const { body } = await app.json(`/api/portfolio/${id}/client-links`, { cookie, json })
  return new URL(body.url).pathname
}

test('a site in German says so, and shows titles, words, dates and delivered headings in it at once', async () => {
  const { id } = await added({ pname: 'Ostara', status: 'published', preview: 'image' })
  expect(await missingOn('/', ['<html lang="en"'])).toEqual([])
  await inGerman()
  // The address of a new project, as it is spelt in German without umlauts.
  expect((await added({ pname: 'Größere Übung', status: 'draft' })).id).toBe('groessere-uebung')
  for (const [path, wanted] of [
    ['/', ['<html lang="de"', '<meta property="og:locale" content="de_DE"/>', 'in Frontend.']],
    ['/about', ['"inLanguage":"de"']],
    ['/portfolio', ['placeholder="Suchen …"', '>1 Projekt wird gezeigt</p>']],
    ['/contact', ['>Erzählen Sie mir, was entsteht,']],
    ['/dashboard/settings', ['<html lang="en"']],
  ] as const)
    expect(await missingOn(path, [...wanted])).toEqual([])
  expect((await app.text(await clientLink(id))).match(/Nur für Sie, bis [^<]*/)?.[0]).toMatch(
    / \d\d\.\d\d\.\d{4}$/,
  )
})

test('a site in German writes to visitors in it, and to its owner and its callers in English', async () => {
  await inGerman()
  const { status, body } = await app.json('/contacts', { json: { name: '', email: 'x', message: 'Hi' } })
  expect([status, body.errors]).toEqual([400, { name: 'Name is required.', email: 'Invalid email format' }])
  await app.register({ email: 'rosa@example.com' })
  const verify = await app.emailTo('rosa@example.com')
  expect(verify.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Juno Balint')
  expect(verify.html).toContain('<html lang="de">')
  expect(verify.text).toMatch(/^Guten Tag!\n\nGeben Sie diesen Code/)
  await app.requestReset('rosa@example.com')
  expect((await app.emailTo('rosa@example.com', /zurück/)).text).toContain('Jemand, hoffentlich Sie')
  await post()
  const newMessage = await app.emailTo('admin@example.com', /Vera/)
  expect(newMessage.subject).toBe('New message from "Vera Visitor"')
  await reply((await list()).contacts[0].id)
  expect((await app.emailTo('vera@example.org')).text).toMatch(/Am \d+\. \S+ \d{4} schrieb Vera Visitor:/)
})

test.each([
  ['Too many attempts. Please try again in 3 minutes.', /^Zu viele Versuche\. .* in 3 Minuten erneut\.$/],
  ['Wann geht es los? is required.', /^Bitte ausfüllen: Wann geht es los\?\.$/],
  ['toString', /^toString$/],
])('a site in German says %j as %s', (message, said) => {
  expect(translated(catalogues.de, message)).toMatch(said)
})

test('own words win over the catalogue, an empty one is none, and English sends a browser none', async () => {
  const list = String.raw`\"words\"`
  expect(await missingOn('/', [list])).toEqual([list])
  await inGerman({ Portfolio: 'Arbeiten', Home: '', 'No such word': 'x' })
  const page = [list, '>Arbeiten</a>', '>Start</span>', 'No such word']
  expect(await missingOn('/', page)).toEqual(['No such word'])
})

test('no text of a public page is outside of the catalogue', async () => {
  const told = { summary: 'Nine rooms.', outcome: 'Booked out.' }
  const project = { ...told, role: 'Design', year: '2024', client: 'Inga' }
  const picture = { image: await upload(await png()), alt: 'Rooms' }
  const side = { ...picture, label: '' }
  const blocks = JSON.stringify([
    { kind: 'comparison', before: side, after: side, caption: '' },
    { kind: 'gallery', pictures: [picture, picture], caption: '' },
    { kind: 'video', source: 'https://vimeo.com/123456', poster: '', caption: '' },
  ])
  const { id } = await added({ ...project, blocks, pname: 'Tidewater', status: 'published' })
  const draft = await added({ pname: 'Kestrel' })
  const content = await speak(markedLanguage, (site) => {
    site.contact.ways = [
      { kind: 'email', value: 'emma@example.com', url: '' },
      { kind: 'phone', value: '+47 555 01 234', url: '' },
      { kind: 'booking', value: 'Book 30 minutes', url: 'https://cal.example/emma' },
    ]
    site.name.brand = 'Studio Nord'
  })
  const own = [
    ...textsOf([{ ...content, language: null }, project, await app.json(`/getportfolio/public?id=${id}`)]),
    'Kestrel',
    // Of a test before this.
    'Ostara',
    'px',
  ]
  const pages = [
    ...['/', '/about', '/portfolio', '/portfolio?search=nothing', `/portfolio/${id}`, '/portfolio/unknown'],
    ...[`/portfolio/${id}/case-study`, '/contact', '/imprint', '/privacy', '/login', '/register'],
    ...['/reset-password', `/reset-password/${'a'.repeat(43)}`, '/verify-email-token', '/verify-email'],
    ...['/profile', '/no-such-page', '/c/unknown'],
    ...[await clientLink(draft.id), await clientLink(id, { passphrase: 'lantern light' })],
  ]
  for (const path of pages) {
    const shown = textsIn((await app.sendRaw(path, navigation)).text)
    expect(shown.join(), path).toContain('«')
    expect(unmarked(shown, own), path).toEqual([])
  }
})

test.each(languages.filter((language) => language !== 'en'))(
  'the catalogue of %s has all words, each with its values',
  (language: Language) => {
    const valuesOf = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const word of allWords) expect(valuesOf(catalogues[language][word]), word).toEqual(valuesOf(word))
  },
)
