// The page of a client link: what a client sees of one project, after its passphrase where it has one.
import type { APIRequestContext, Page } from '@playwright/test'
import { admin, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

// Axe reads each page whole.
test.describe.configure({ timeout: 150_000 })

const passphrase = 'lantern light'

/** @returns the paths of new links of a draft that tells something of itself. */
async function makeLinks(page: Page, ...wanted: object[]): Promise<string[]> {
  await enter(page, '/dashboard')
  const { request } = page
  const id = await draft(request)
  const paths: string[] = []
  for (const data of wanted) {
    const made = await request.post(`/api/portfolio/${id}/client-links`, { data })
    paths.push(new URL((await made.json()).url).pathname)
  }
  await page.context().clearCookies()
  return paths
}

async function draft(request: APIRequestContext): Promise<string> {
  const { portfolios } = await (await request.get('/get-portfolios?search=fjordlys')).json()
  const [{ id, pname, purl, categories }] = portfolios
  const multipart = { pname, purl, categories: JSON.stringify(categories), status: 'draft' }
  const about = { summary: 'Nine rooms by the water.', year: '2026' }
  expect((await request.put(`/update/${id}`, { multipart: { ...multipart, ...about } })).ok()).toBe(true)
  return id
}

test('a draft is shown with its devices and About this project, and no way into the site', async ({
  page,
}) => {
  const [path = ''] = await makeLinks(page, {})
  const requested: string[] = []
  page.on('request', async (request) => {
    const { referer = '' } = await request.allHeaders().catch(() => ({ referer: '' }))
    requested.push(`${request.url()} ${referer}`)
  })
  await page.goto(path)
  const press = (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    return button.click()
  }
  await expect(page).toHaveTitle('Fjordlys Hotel | Juno Balint')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
  await expect(page.getByText(/^Draft for your eyes, until \w{3} \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(page.getByTitle('Preview of Fjordlys Hotel')).toBeVisible()
  for (const device of ['Tablet', 'Mobile', 'Desktop']) {
    await press(device)
    await expect(page.getByRole('button', { name: device })).toHaveAttribute('aria-pressed', 'true')
  }
  await press('About this project')
  const panel = page.getByRole('complementary', { name: 'About this project' })
  await expect(panel.getByText('Nine rooms by the water.')).toBeVisible()
  await expect(panel.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  const links = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links.filter((href) => href?.startsWith('/') && !href.startsWith('/demo/'))).toEqual([])
  const token = path.slice('/c/'.length)
  expect(requested.length).toBeGreaterThan(3)
  expect(requested.filter((text) => text.includes(token))).toEqual([
    expect.stringMatching(new RegExp(`${path} $`)),
  ])
  // One line more than the public page has: the stage has the rest of the window.
  const stage = await page.locator('#main').boundingBox()
  expect(Math.round((stage?.y ?? 0) + (stage?.height ?? 0))).toBe(900)
})

test.describe('with a passphrase', () => {
  test.use({ expectedNoise: /status of 403/ })

  test('is asked for first, a wrong one says so, the right one opens the draft and is remembered', async ({
    page,
  }) => {
    const [path = ''] = await makeLinks(page, { passphrase })
    await page.goto(path)
    await expect(page).toHaveTitle('Draft | Juno Balint')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A draft for you')
    await expect(page.getByText(/^The link works until /)).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    const field = page.getByLabel('Passphrase', { exact: true })
    const send = page.getByRole('button', { name: 'Open draft' })
    await send.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription('Passphrase is required.')
    await field.fill('lantern night')
    await send.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription('That is not the passphrase.')
    await expect(field).toHaveValue('lantern night')
    await expectAccessible(page)
    await field.fill(passphrase)
    await send.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
  })
})

test('the passphrase is entered by keyboard alone, also shown while it is typed', { tag: '@full' }, async ({
  page,
}) => {
  const [path = ''] = await makeLinks(page, { passphrase })
  await page.goto(path)
  const field = page.getByLabel('Passphrase', { exact: true })
  await field.focus()
  await page.keyboard.type(passphrase)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Hide passphrase' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
})

test('what is typed before the code arrives is not lost', { tag: '@full' }, async ({ page }) => {
  const [path = ''] = await makeLinks(page, { passphrase })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  held.resolve()
  await page.locator('html[data-hydrated]').waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
})

test.describe('a link that does not work', () => {
  test.use({ expectedNoise: /status of 404/ })

  test('is the not-found page, and so is one that is revoked while its page is open', async ({ page }) => {
    const [path = ''] = await makeLinks(page, { passphrase })
    await page.goto(path)
    await revokeAll(page)
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await page.getByRole('button', { name: 'Open draft' }).click()
    await expect(page.getByRole('alert')).toHaveText('This link does not work.')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await expect(page).toHaveURL('/')
  })
})

/** An admin revokes all links of the project. */
async function revokeAll(page: Page): Promise<void> {
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('no browser')
  await other.request.post('/login', { data: { email: admin.email, password: admin.password } })
  const { portfolios } = await (await other.request.get('/get-portfolios?search=fjordlys')).json()
  const path = `/api/portfolio/${portfolios[0].id}/client-links`
  for (const { id } of (await (await other.request.get(path)).json()).links)
    await other.request.delete(`/api/client-links/${id}`)
  await other.close()
}

test('nothing scrolls sideways at 320 px', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of await makeLinks(page, {}, { passphrase })) {
    await page.goto(path)
    await expectNoSidewaysScroll(page)
  }
})
