// A session that ends while a form is filled: the login page says so, and what was typed is in its form afterwards.
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { admin, expect, expectAccessible, test } from '../support/browser.ts'
import { covers, enter, register, writeMessage } from '../support/dashboard.ts'

// The browser reports the 401 that ends it, and the product that a list could not be loaded.
test.use({ expectedNoise: /status of 401|could not be loaded/ })

async function logInAgain(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/dashboard')
}

const endSession = (context: BrowserContext) => context.clearCookies()
const notice = (page: Page) => page.getByRole('main').getByRole('alert')

test('a reply sent after the end leads to the login, and its text is in its dialog after a reload and a login', async ({
  page,
  context,
}) => {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  const openReply = async () => {
    await page.getByRole('link', { name: /^Contact/ }).click()
    await page.getByRole('button', { name: 'Reply to Greta Solheim' }).click()
  }
  const dialog = page.getByRole('dialog')
  await openReply()
  await dialog.getByLabel('Message').fill('Spring is free.')
  await endSession(context)
  await dialog.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page).toHaveURL('/login')
  await expect(notice(page)).toHaveText(
    'Your session has ended. Please log in again. What you typed is still in its form.',
  )
  await page.reload()
  await logInAgain(page)
  await openReply()
  await expect(dialog.getByLabel('Message')).toHaveValue('Spring is free.')
})

test('a reload after the end says so too; the fields are restored, a chosen file must be chosen again', async ({
  page,
  context,
}) => {
  await enter(page, '/dashboard/add-portfolio')
  await page.getByLabel('Project name').fill('Harbour Radio')
  await page.getByLabel('Categories', { exact: true }).fill('Radio,So')
  await page.getByLabel('Image', { exact: true }).setInputFiles(`${covers}/kestrel.webp`)
  await endSession(context)
  await page.reload()
  await expect(page).toHaveURL('/login')
  await expect(notice(page)).toContainText('What you typed is still in its form.')
  await logInAgain(page)
  await page.getByRole('link', { name: 'Add Portfolio' }).click()
  await expect(page.getByLabel('Project name')).toHaveValue('Harbour Radio')
  await expect(page.getByRole('button', { name: 'Remove Radio' })).toBeVisible()
  await expect(page.getByLabel('Categories', { exact: true })).toHaveValue('So')
  await expect(page.getByText('Choose an image')).toBeVisible()
  const again = page.getByText('Choose the image again.')
  await expect(again).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Image', { exact: true }).setInputFiles(`${covers}/kestrel.webp`)
  await expect(again).toHaveCount(0)
})

test('an image chosen for a project is still in the dialog after a new login; after a reload it must be chosen again', async ({
  page,
  context,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const dialog = page.getByRole('dialog')
  const again = dialog.getByText('Choose the image again, or keep the current one.')
  const open = () => page.getByRole('button', { name: 'Edit Fjordlys Hotel' }).click()
  const choose = () => dialog.getByLabel('Image', { exact: true }).setInputFiles(`${covers}/kestrel.webp`)
  await open()
  await choose()
  await endSession(context)
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  await expect(notice(page)).toContainText('What you typed is still in its form.')
  await logInAgain(page)
  await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
  await open()
  await expect(dialog.getByText('kestrel.webp')).toBeVisible()
  await expect(again).toHaveCount(0)

  await page.reload()
  await open()
  await expect(dialog.getByText('kestrel.webp')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Current image' })).toBeVisible()
  await expect(again).toBeVisible()
  await expectAccessible(page)
  await choose()
  await expect(again).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  await expect(dialog).toHaveCount(0)
  await open()
  await expect(again).toHaveCount(0)
})

test('the focal point of an image that a reload has lost is not given to the current one', async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: 'Edit Fjordlys Hotel' }).click()
  const wide = await sharp({ create: { width: 1600, height: 800, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  await open()
  await dialog
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: wide })
  await dialog.getByRole('slider').press('Shift+ArrowLeft')
  await page.reload()
  await open()
  await expect(dialog.getByText('Choose the image again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  await expect(dialog).toHaveCount(0)
  const { portfolios } = await (await page.request.get('/getportfolio/public?search=Fjordlys')).json()
  expect(portfolios).toMatchObject([{ focalX: 50, focalY: 0 }])
})

test('a changed user and a chosen image are still in their forms after a look at another page', async ({
  page,
}) => {
  await enter(page, '/dashboard/add-portfolio')
  await register(page.request, 'Ana')
  await page.getByLabel('Image', { exact: true }).setInputFiles(`${covers}/kestrel.webp`)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Edit Ana' }).click()
  // The list has fields that are named alike.
  await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
  await page.getByLabel('Name').fill('Ana Lopez')
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('link', { name: 'Add Portfolio' }).click()
  await expect(page.getByText('kestrel.webp')).toBeVisible()
  await expect(page.getByText('Choose the image again.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Edit Ana' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ana Lopez')
  await expect(page.getByLabel('Role')).toHaveValue('admin')
})

test('passwords are never stored, and a logout removes what was typed; the login page does not say that a session has ended', async ({
  page,
}) => {
  const stored = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  await enter(page, '/profile/change-password')
  await page.getByLabel('Old Password', { exact: true }).fill('Secret-Horse-1')
  await page.getByLabel('New Password', { exact: true }).fill('Secret-Horse-2')
  await page.goto('/profile/edit-profile')
  await page.getByLabel('Name').fill('Juno B.')
  expect(await stored()).toContain('Juno B.')
  expect(await stored()).not.toContain('Secret-Horse')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await stored()).not.toContain('Juno B.')
  await expect(notice(page)).toHaveCount(0)
})
