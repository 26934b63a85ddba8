// The first hour of a new owner, from the printed link on: the demo becomes another person's site, in German, with a dark accent and
// another pair of typefaces, and nothing that visitors see, read or get by email is the demo's any more.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caseFjordlys } from '../../../content/demo/case-fjordlys.ts'
import { demoProjects } from '../../../content/demo/projects.ts'
import { site } from '../../../content/site.ts'
import { catalogues } from '../../../contract/words/catalogues.ts'
import { allWords } from '../../../contract/words/words.ts'
import { ensureAdmin } from '../../../server/accounts/first-admin.ts'
import {
  admin,
  expect,
  expectAccessible,
  expectAlert,
  expectNoSidewaysScroll,
  publish,
  test,
  writeMessage,
} from '../../support/browser.ts'
import { textsIn, textsOf } from '../../support/marked-words.ts'
import { chosenImage } from '../../support/sample-images.ts'
import { startServer } from '../../support/server-process.ts'
import type { TestServer } from '../../support/test-server.ts'

const owner = { name: 'Emmanuelle Weißmüller', email: 'emma@werkstatt.example', password: 'Violet-Kettle-42' }

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

const drawingsOf = ({ url }: TestServer) =>
  Promise.all(drawn.map(async (path) => Buffer.from(await (await fetch(url + path)).arrayBuffer())))

/** The link that the start of an installation without an owner prints. */
async function setupLink({ context }: TestServer): Promise<string> {
  await context.db.deleteFrom('users').execute()
  const printed: string[] = []
  await ensureAdmin(context, (line) => void printed.push(line))
  return /http\S+$/.exec(printed.join())?.[0] ?? ''
}

test('a server that starts in an empty directory prints the link to its setup', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'portfolio-first-run-'))
  await using server = await startServer({ DATA_DIR: folder.path })
  const link = /http\S+\/setup#\S+/.exec(server.output())?.[0] ?? ''
  expect(await (await fetch(link)).text()).toContain('<title>Set up your site')
})

// The browser's own line about the rejected and the used link.
test.beforeEach(({ noise }) => void noise.push(/400 \(Bad Request\)/))

test('the demo becomes the site of somebody else', async ({ page, browser, app, smtp }) => {
  // Everything from the setup to the last email: half a minute, and on a busy machine several.
  test.setTimeout(300_000)
  const before = await drawingsOf(app)
  const labelled = (name: string) => page.getByLabel(name, { exact: true })
  const fill = (name: string, text: string) => labelled(name).fill(text)
  const visitor = await (await browser.newContext({ baseURL: app.url, colorScheme: 'dark' })).newPage()

  await test.step('the setup shows what is missing, and the site as it will be', async () => {
    const link = await setupLink(app)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make it yours')
    await expect(page.getByText('This link works once')).toBeVisible()
    const create = page.getByRole('button', { name: 'Create my site' })
    const status = page.getByText('Still missing:')
    await expect(create).toBeDisabled()
    await expect(status).toHaveText(
      'Still missing: your name, an email address, a password that meets the rules.',
    )
    await fill('Name', owner.name)
    await fill('Email', owner.email)
    await fill('Password', 'lantern')
    await expect(status).toHaveText('Still missing: a password that meets the rules.')
    await page.reload()
    await expect(labelled('Name')).toHaveValue(owner.name)
    await expect(labelled('Email')).toHaveValue(owner.email)
    await expect(labelled('Password')).toHaveValue('')
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage))
    expect(await stored()).not.toMatch(new RegExp(`lantern|${link.split('#')[1]}`))
    await fill('Role', 'Letterer')
    // The site follows each key.
    const site = page.frameLocator('iframe')
    await expect(site.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(owner.name)
    await expect(site.locator('[data-hero]')).toContainText('Letterer')
    await page.getByLabel('Language').selectOption('Deutsch')
    await expect(site.getByRole('link', { name: 'Kontakt', includeHidden: true }).first()).toBeVisible()
    await page.getByLabel('Language').selectOption('English')
    await page.getByRole('switch', { name: 'Dark theme' }).click()
    await expect(site.locator('body')).toHaveClass('dark')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await fill('Password', owner.password)
    await expect(status).toHaveCount(0)
    const own = page.getByLabel('Show my name and email address on the site')
    const open = page.getByLabel('Let visitors create accounts')
    await expect(own).toBeChecked()
    await expect(open).toBeChecked()
    // Declined, the name stays off the site: here the server is not asked.
    const declined = Promise.withResolvers<unknown>()
    await page.route('**/setup', (route) => {
      declined.resolve(route.request().postDataJSON())
      return route.fulfill({ status: 400, json: { success: false, code: 'invalid', message: 'Not yet.' } })
    })
    await own.uncheck()
    await expect(labelled('Role')).toBeHidden()
    await expect(site.locator('[data-hero]')).toContainText('Frontend Developer')
    await create.click()
    expect(await declined.promise).toMatchObject({ useForSite: false, registrationEnabled: true })
    await expect(page.getByText('Not yet.')).toBeVisible()
    await page.unroute('**/setup')
    await own.check()
    await expect(labelled('Role')).toHaveValue('Letterer')
    await open.uncheck()
    await create.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Done')
    await expect(page.getByText('Log in to add your first')).toBeFocused()
    await expect(page.getByRole('listitem').first()).toHaveText(`Account for ${owner.email}`)
    expect(await stored()).not.toContain(owner.name)

    await visitor.goto(link)
    await expect(visitor.getByRole('alert')).toContainText('This link does not work.')
    await expect(visitor.getByRole('textbox')).toHaveCount(0)
    // No account for anybody else, as was chosen. What becomes of the other fields: first-admin.test.ts.
    const asked = visitor.waitForResponse('**/api/settings/registration')
    await visitor.goto('/login')
    await (await asked).finished()
    await visitor.evaluate(() => new Promise(requestAnimationFrame))
    await expect(visitor.getByRole('link', { name: 'Create account' })).toHaveCount(0)

    // Without loading a document again.
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveTitle(`Login | ${owner.name}`)
    await expect(labelled('Email')).toHaveValue(owner.email)
    await fill('Password', owner.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome Back, ${owner.name}!`)
    // In the size of this name, and not of the one that the document was rendered with.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'View site' }).click()
    const line = page.getByRole('heading', { level: 1 }).locator('span').first()
    await expect(line).toHaveText('Emmanuelle ')
    const textWidth = (one: Element) => {
      const text = document.createRange()
      text.selectNodeContents(one)
      return text.getBoundingClientRect().width
    }
    await expect.poll(() => line.evaluate(textWidth)).toBeLessThan(1440)
    await page.goBack()
  })

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
  await (await follow('About text: Write', 'About', 'Text')).fill('Ich gestalte für Gasthöfe.\n\n---')
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
  await (await follow('Legal pages: Write', 'Legal pages', 'Imprint')).fill('Emmanuelle Weißmüller\n\nLindau')
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
    expect(html).toMatch(/<html lang="de".*<title>[^<]*Emmanuelle Weißmüller/s)
    if (indexed.includes(path))
      expect(html).toMatch(/og:site_name" content="Emmanuelle Weißmüller".*og:locale" content="de_DE"/s)
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/getportfolio/public'])
    expect([path, demoIn(await read(path))]).toEqual([path, []])
  const after = await drawingsOf(app)
  expect(drawn.filter((_, at) => before[at]?.equals(after[at] ?? Buffer.alloc(0)))).toEqual([])
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Newsreader/)
  await expectAccessible(visitor)
  await visitor.goto('/about')
  await expect(visitor.locator('main hr')).toHaveCSS('border-top-width', '1px')
  await visitor.context().close()
})
