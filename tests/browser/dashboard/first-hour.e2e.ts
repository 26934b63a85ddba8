// The first hour of a new owner: the demo becomes another person's site, in German, with a dark accent and another pair of
// typefaces, and nothing that visitors see, read or get by email is the demo's any more.
import { caseFjordlys } from '../../../content/demo/case-fjordlys.ts'
import { demoProjects } from '../../../content/demo/projects.ts'
import { site } from '../../../content/site.ts'
import { catalogues } from '../../../contract/words/catalogues.ts'
import { allWords } from '../../../contract/words/words.ts'
import { ensureAdmin } from '../../../server/accounts/first-admin.ts'
import { admin, type BrowserApp, expect, expectAccessible, test } from '../../support/browser.ts'
import { expectAlert, publish, writeMessage } from '../../support/dashboard.ts'
import { textsIn, textsOf } from '../../support/marked-words.ts'
import { chosenImage } from '../../support/sample-images.ts'

const owner = { name: 'Jörg Weißmüller', email: 'joerg@werkstatt.example', password: 'Violet-Kettle-42' }

/** Whole sentences and names of the demo: single words, such as a skill, may well be the next owner's. */
const demo = [
  ...textsOf([site.content, demoProjects, caseFjordlys])
    .flatMap((text) => text.split('\n'))
    .filter((text) => /\w \w/.test(text)),
  ...demoProjects.map(({ name }) => name),
  ...[...admin.name.split(' '), admin.email],
].map((text) => text.toLowerCase())

const demoIn = (text: string) => demo.filter((words) => text.toLowerCase().includes(words))

/** What the catalogue says otherwise in German, with anything in place of its values. */
const english = allWords
  .filter((word) => catalogues.de[word] !== word)
  .map((word) => new RegExp(`^${word.replace(/[.*+?^$()|]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`))

const englishIn = (html: string) => textsIn(html).filter((text) => english.some((word) => word.test(text)))

/** What shows whose site it is, without words. */
const drawn = ['/favicon.svg', '/favicon.ico', '/pictures/og.png', '/pictures/apple-touch-icon.png']

const drawingsOf = ({ url }: BrowserApp) =>
  Promise.all(drawn.map(async (path) => Buffer.from(await (await fetch(url + path)).arrayBuffer())))

/** The link that the start of an installation without an owner prints. */
async function setupLink({ context }: BrowserApp): Promise<string> {
  await context.db.deleteFrom('users').execute()
  const printed: string[] = []
  await ensureAdmin(context, (line) => void printed.push(line))
  return /http\S+$/.exec(printed.join())?.[0] ?? ''
}

test('the demo becomes the site of somebody else', async ({ page, browser, app, smtp }) => {
  // Everything from the setup to the last email: half a minute, and on a busy machine several.
  test.setTimeout(300_000)
  const before = await drawingsOf(app)
  const fill = (name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text)
  await page.goto(await setupLink(app))
  await fill('Name', owner.name)
  await fill('Email', owner.email)
  await fill('Password', owner.password)
  await page.getByRole('button', { name: 'Create my site' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Done')
  await page.getByRole('link', { name: 'Login' }).click()
  await fill('Password', owner.password)
  await page.getByRole('button', { name: 'Login' }).click()

  // Each line of the list leads to its field; what is typed stays until it is published.
  const list = page.getByRole('region', { name: 'Make it yours' })
  const field = (section: string, label: string) =>
    page.getByRole('region', { name: section, exact: true }).getByLabel(label, { exact: true })
  const follow = async (line: string, section: string, label: string) => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await list.getByRole('link', { name: line }).click()
    const first = field(section, label).first()
    await expect(first).toBeFocused()
    return first
  }
  await expect(list.getByText('3 of 12 are yours')).toBeVisible()
  await (await follow('Role line: Write', 'Hero', 'Line')).fill('Ich baue ruhige Websites.')
  await field('Hero', 'Role').fill('Webdesigner')
  await field('Stats', 'Value').first().fill('9 Jahre')
  await (await follow('Services: Edit', 'Services', 'Name')).fill('Gestaltung')
  await field('Services', 'Text').first().fill('Seiten, die man gern liest.')
  for (const name of ['UI/UX Design', 'Wordpress Development'])
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  await (await follow('Skills: Edit', 'Skills', 'Skill')).fill('Typografie')
  await (await follow('About text: Write', 'About', 'Text')).fill('Ich gestalte für Gasthöfe.')
  const image = await chosenImage(48, 60)
  const uploads = (section: string) =>
    page.getByRole('region', { name: section, exact: true }).locator('img[src^="/uploads/"]')
  await (await follow('Portrait: Choose', 'About', 'Portrait')).setInputFiles(image)
  await expect(uploads('About')).toHaveCount(1)
  await (await follow('Header picture', 'Slider', 'Image above the slides')).setInputFiles(image)
  await expect(uploads('Slider')).toHaveCount(1)
  for (let number = 1; number <= 6; number++) {
    await field('Slider', `Image ${number}`).setInputFiles(image)
    await expect(uploads('Slider')).toHaveCount(number + 1)
    await field('Slider', `Description of image ${number}`).fill(`Ansicht ${number}`)
  }
  await field('Colour', 'Accent colour').fill('#12233F')
  await page.getByRole('radio', { name: /^Bookish/ }).check()
  await (await follow('Legal pages: Write', 'Legal pages', 'Imprint')).fill('Jörg Weißmüller\n\nLindau')
  await field('Language', 'Language').selectOption('Deutsch')
  await publish(page)

  await (await follow('Backups: Set up', 'Backups', 'Back up')).check()
  await page.getByRole('region', { name: 'Backups' }).getByRole('button', { name: 'Save' }).click()
  await expectAlert(page, /Backup settings saved!/)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await list.getByRole('button', { name: /Delete the demo projects/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 10 projects' }).click()
  await expect(page.getByText('Everything here is yours now.')).toBeVisible()

  await page.getByRole('link', { name: 'Add Portfolio' }).click()
  await fill('Project name', 'Gasthof Löwenmühle')
  await fill('URL', 'https://loewenmuehle.example/')
  await fill('Categories', 'Webdesign')
  await page.getByLabel('Status').selectOption('published')
  await page.getByLabel('Featured, large tile').check()
  await page.getByLabel('Image', { exact: true }).setInputFiles(image)
  await page.getByRole('heading', { name: 'Case study' }).click()
  await page.getByRole('button', { name: 'Add block' }).click()
  await page.getByRole('menuitem', { name: /^Quote/ }).click()
  await fill('Quote', 'Endlich ruft jemand an.')
  await page.getByRole('button', { name: 'Add Portfolio' }).click()
  await expectAlert(page, /^Portfolio added successfully!/)

  // A visitor writes, and the owner replies.
  const visitor = await (await browser.newContext({ baseURL: app.url, colorScheme: 'dark' })).newPage()
  await writeMessage(visitor.request, { name: 'Vera Vogt', subject: 'Ein Museum' })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Reply to Vera Vogt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  await expect
    .poll(() => smtp.emails.map(({ subject }) => subject))
    .toEqual(expect.arrayContaining(['New message from "Vera Vogt"', 'Re: Ein Museum']))
  for (const { raw, subject = '', html = '', text = '', recipients } of smtp.emails) {
    expect(demoIn(raw + subject + html + text), subject).toEqual([])
    if (!recipients.includes(owner.email)) expect(englishIn(html), subject).toEqual([])
  }

  // Everything that is served to somebody who is not signed in.
  const read = async (path: string) =>
    (await visitor.request.get(path, { headers: { accept: 'text/html' } })).text()
  const sitemap = await read('/sitemap.xml')
  const indexed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname)
  expect(indexed).toEqual(expect.arrayContaining(['/imprint', '/portfolio/gasthof-loewenmuehle/case-study']))
  for (const path of [...indexed, '/login', '/register', '/reset-password', '/no-such-page']) {
    const html = await read(path)
    expect([path, demoIn(html), englishIn(html)]).toEqual([path, [], []])
    expect(html).toMatch(/<html lang="de".*<title>[^<]*Jörg Weißmüller/s)
    if (indexed.includes(path))
      expect(html).toMatch(/og:site_name" content="Jörg Weißmüller".*og:locale" content="de_DE"/s)
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/getportfolio/public'])
    expect([path, demoIn(await read(path))]).toEqual([path, []])
  const after = await drawingsOf(app)
  expect(drawn.filter((_, at) => before[at]?.equals(after[at] ?? Buffer.alloc(0)))).toEqual([])
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Newsreader/)
  await expectAccessible(visitor)
  await visitor.context().close()
})
