// Two users on one computer: what one typed or loaded is never shown to the other, in whichever tab they sign in or out.
import type { BrowserContext, Page } from '@playwright/test'
import { admin, expect, test } from '../support/browser.ts'
import { enter, register, userPassword } from '../support/dashboard.ts'

const ana = { email: 'ana@example.org', password: userPassword }
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

async function beginMessage(page: Page): Promise<void> {
  await field(page, 'Subject').fill('Private subject')
  await field(page, 'Message').fill('Private words')
}

async function expectEmptyForm(page: Page): Promise<void> {
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    await expect(field(page, label)).toHaveValue('')
}

/** By the form, which tells the other tabs. */
async function signInElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage()
  await other.request.post('/logout')
  await other.goto('/login')
  await field(other, 'Email').fill(ana.email)
  await field(other, 'Password').fill(ana.password)
  await other.getByRole('button', { name: 'Login' }).click()
  await other.waitForURL((url) => url.pathname !== '/login')
  await other.close()
}

test.beforeEach(async ({ page }) => {
  await register(page.request, 'Ana')
})

test('a message that was begun is gone when its user logs out', async ({ page }) => {
  await enter(page, '/contact')
  await expect(field(page, 'Email')).toHaveValue(admin.email)
  await beginMessage(page)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expectEmptyForm(page)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Private')
})

test('a logout in another tab empties the form of this one', { tag: '@full' }, async ({ page, context }) => {
  await enter(page, '/contact')
  await beginMessage(page)
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login')
  await expectEmptyForm(page)
  await page.reload()
  await expectEmptyForm(page)
})

test('a message that was begun is not shown to another user who signs in in another tab', {
  tag: '@full',
}, async ({ page, context }) => {
  await enter(page, '/contact')
  await beginMessage(page)
  await signInElsewhere(context)
  await expect(field(page, 'Email')).toHaveValue(ana.email)
  await expect(field(page, 'Name')).toHaveValue('Ana')
  for (const label of ['Subject', 'Message']) await expect(field(page, label)).toHaveValue('')
})

test.describe('a session that has ended', () => {
  test.use({ expectedNoise: /status of 401/ })

  test('restores the message for its user, not for the next one who signs in', async ({ page, context }) => {
    await enter(page, '/contact')
    // Shown once the last call of the session check has its response: cut off in between, it would log its failure.
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
    await context.clearCookies()
    await page.getByRole('link', { name: 'Profile' }).first().click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Contact' }).first().click()
    await beginMessage(page)
    await page.getByRole('link', { name: 'Login' }).first().click()
    await field(page, 'Email').fill(ana.email)
    await field(page, 'Password').fill(ana.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Contact' }).first().click()
    await expect(field(page, 'Email')).toHaveValue(ana.email)
    for (const label of ['Subject', 'Message']) await expect(field(page, label)).toHaveValue('')

    await page.request.post('/logout')
    await enter(page, '/contact')
    await expect(field(page, 'Subject')).toHaveValue('Private subject')
  })
})

test('nothing that one admin has loaded is shown to the next one in the same tab', async ({ page }) => {
  await enter(page, '/dashboard/users')
  const [{ id }] = (await (await page.request.get('/api/admin/users')).json()).filter(
    (user: { email: string }) => user.email === ana.email,
  )
  const change = { name: 'Ana', email: ana.email, isAdmin: true }
  await page.request.patch(`/api/admin/users/update/${id}`, { data: change })
  const token = { name: 'Nightly export of Juno', scopes: ['contacts:read'], days: 30 }
  await page.request.post('/api/settings/tokens', { data: token })
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(token.name)).toBeVisible()
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')

  // Whatever is shown before the response comes is from the cache.
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/settings/tokens', async (route) => {
    await gate.promise
    await route.continue()
  })
  await field(page, 'Email').fill(ana.email)
  await field(page, 'Password').fill(ana.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('link', { name: 'Settings' }).click()
  const card = page.getByRole('region', { name: 'Access tokens' })
  await expect(card.getByRole('button', { name: 'New token' })).toBeVisible()
  await expect(card).not.toContainText(token.name)
  gate.resolve()
  await expect(card.getByText('There is none yet.')).toBeVisible()
})

test('the profile is that of the user who signed in in another tab', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await enter(page, '/profile')
  await signInElsewhere(context)
  await expect(page.getByRole('heading', { name: 'Ana' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(admin.email)
})

test('a name that was begun for one account is not saved for another', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await enter(page, '/profile/edit-profile')
  await field(page, 'Name').fill('Juno the First')
  await signInElsewhere(context)
  await expect(field(page, 'Name')).toHaveValue('Ana')
})

test.describe('a check that is under way', () => {
  // Its last call comes after the logout.
  test.use({ expectedNoise: /status of 401/ })

  /** The last of its calls waits; what is returned lets it go on. */
  async function holdCheck(page: Page): Promise<() => void> {
    const gate = Promise.withResolvers<void>()
    const held = page.waitForRequest('**/dashboard')
    await page.route(
      '**/dashboard',
      async (route) => {
        await gate.promise
        await route.continue()
      },
      { times: 1 },
    )
    // As when the page comes back from the browser's cache.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await held
    return () => gate.resolve()
  }

  test('does not undo a logout', { tag: '@full' }, async ({ page, context }) => {
    await enter(page, '/contact')
    const other = await context.newPage()
    await other.goto('/profile')
    const goOn = await holdCheck(page)
    await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/login')
    await expectEmptyForm(page)
    const last = page.waitForResponse('**/dashboard')
    goOn()
    expect((await last).status()).toBe(401)
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await expectEmptyForm(page)
  })

  test('does not hide that another user has signed in', { tag: '@full' }, async ({ page, context }) => {
    await enter(page, '/contact')
    const goOn = await holdCheck(page)
    await signInElsewhere(context)
    await expect(field(page, 'Email')).toHaveValue(ana.email)
    goOn()
    await expect(field(page, 'Name')).toHaveValue('Ana')
  })
})
