// First run in a browser: from the line that the server prints to the dashboard.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const test = base.extend<{ process: ServerProcess }>({
  // A process of its own in an empty directory, where nobody is admin yet: it prints the link.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  process: async ({}, use) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'portfolio-first-run-'))
    await using server = await startServer({ DATA_DIR: folder.path })
    await use(server)
  },
  baseURL: ({ process }, use) => use(process.url),
})

// The browser's own line about the used link.
test.beforeEach(({ noise }) => void noise.push(/400 \(Bad Request\)/))

test('a new owner opens the printed link and logs in', async ({ page, process, browser }) => {
  const link = /http\S+\/setup#\S+/.exec(process.output())?.[0] ?? ''
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
  await page.getByLabel('Name', { exact: true }).fill('Emmanuelle Wagner')
  await page.getByLabel('Email', { exact: true }).fill('emma@wagner.example')
  await page.getByLabel('Password', { exact: true }).fill('lantern')
  await expect(status).toHaveText('Still missing: a password that meets the rules.')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Emmanuelle Wagner')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('emma@wagner.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(
    new RegExp(`lantern|${link.split('#')[1]}`),
  )
  await page.getByLabel('Role').fill('Letterer')
  // The site follows each key.
  const site = page.frameLocator('iframe')
  await expect(site.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Emmanuelle Wagner')
  await expect(site.locator('[data-hero]')).toContainText('Letterer')
  await page.getByLabel('Language').selectOption('Deutsch')
  await expect(site.getByRole('link', { name: 'Kontakt', includeHidden: true }).first()).toBeVisible()
  await page.getByLabel('Language').selectOption('English')
  await page.getByRole('switch', { name: 'Dark theme' }).click()
  await expect(site.locator('body')).toHaveClass('dark')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Password', { exact: true }).fill('Violet-Kettle-42')
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
  await expect(page.getByLabel('Role')).toBeHidden()
  await expect(site.locator('[data-hero]')).toContainText('Frontend Developer')
  await create.click()
  expect(await declined.promise).toMatchObject({ useForSite: false, registrationEnabled: true })
  await expect(page.getByText('Not yet.')).toBeVisible()
  await page.unroute('**/setup')
  await own.check()
  await expect(page.getByLabel('Role')).toHaveValue('Letterer')
  await page.getByLabel('Brand').fill('Wagner Letters')
  await open.uncheck()
  await create.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Done')
  await expect(page.getByText('Log in to add your first')).toBeFocused()
  await expect(site.getByRole('link', { name: 'Wagner Letters', includeHidden: true })).toBeVisible()
  await expect(page.getByRole('listitem').first()).toHaveText('Account for emma@wagner.example')
  await expect(page.getByRole('link', { name: 'Wagner Letters' })).toBeVisible()
  await expectAccessible(page)

  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Emma')

  const second = await (await browser.newContext()).newPage()
  await second.goto(link)
  await expect(second.getByRole('alert')).toContainText('This link does not work.')
  await expect(second.getByRole('textbox')).toHaveCount(0)

  // No account for anybody else, as was chosen. What becomes of the other fields: first-admin.test.ts.
  const asked = second.waitForResponse('**/api/settings/registration')
  await second.goto('/login')
  await (await asked).finished()
  await second.evaluate(() => new Promise(requestAnimationFrame))
  await expect(second.getByRole('link', { name: 'Create account' })).toHaveCount(0)

  // Without loading a document again.
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveTitle('Login | Wagner Letters')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('emma@wagner.example')
  await page.getByLabel('Password', { exact: true }).fill('Violet-Kettle-42')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back, Emmanuelle Wagner!')

  // In the size of this name, and not of the one that the document was rendered with.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'View site' }).click()
  const name = page.getByRole('heading', { level: 1 }).locator('span')
  await expect(name).toHaveText(['Emmanuelle ', 'Wagner'])
  const textWidth = (line: Element) => {
    const text = document.createRange()
    text.selectNodeContents(line)
    return text.getBoundingClientRect().width
  }
  await expect.poll(() => name.first().evaluate(textWidth)).toBeLessThan(1440)
})
