// Passwords among the first that guessers try: the hint while typing.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, greta, password } from '../support/newcomer.ts'

const hint = (page: Page) => page.getByText('among the first that guessers try')
const isEstimate = (url: string) => url.includes('password-strength')

/** The scripts that the page has requested so far. */
function requestedScripts(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

test('the dictionary is loaded with the first character typed, and by no page before', {
  tag: '@full',
}, async ({ page }) => {
  const urls = requestedScripts(page)
  for (const path of ['/', '/login', '/register']) await page.goto(path)
  expect(urls.filter(isEstimate)).toEqual([])
  await password(page, 'Password').pressSequentially('T')
  await expect.poll(() => urls.filter(isEstimate).length).toBeGreaterThan(0)
  await expect(hint(page)).toHaveCount(0)
})

test('registering with a guessable password: the hint appears in a status element, and the password is accepted', async ({
  page,
}) => {
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.postData() ?? ''))
  await page.goto('/register')
  // The rule stands between field and button, not over anything.
  const rule = await page.getByText('8 to 16 characters').boundingBox()
  const button = await page.getByRole('button', { name: 'Signup' }).boundingBox()
  expect((rule?.y ?? 0) + (rule?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  await page.getByLabel('Name').fill('Greta Solheim')
  await page.getByLabel('Email').fill('greta@oldquay.example')
  const field = password(page, 'Password')
  await field.pressSequentially('Test@1234')
  await expect(hint(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ has: hint(page) })).toHaveCount(1)
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expect(field).toHaveAccessibleDescription(/8 to 16 characters.*among the first/)
  await field.fill('Kettle-42!')
  await expect(hint(page)).toHaveCount(0)
  // Words of the form itself are guessed too.
  await field.fill('Solheim1!')
  await expect(hint(page)).toBeVisible()
  await expectAccessible(page)
  // Nothing typed has left the browser.
  expect(bodies.join('')).not.toMatch(/Test@1234|Solheim1/)
  await page.getByRole('button', { name: 'Signup' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('a dictionary that cannot be loaded', () => {
  test.use({ expectedNoise: /net::ERR_FAILED/ })

  test('leaves the form without the hint, and registering works', { tag: '@full' }, async ({ page }) => {
    await page.route(
      (url) => isEstimate(url.href),
      (route) => route.abort(),
    )
    await page.goto('/register')
    await page.getByLabel('Name').fill('Greta Solheim')
    await page.getByLabel('Email').fill('greta@oldquay.example')
    await password(page, 'Password').fill('Test@1234')
    await page.getByRole('button', { name: 'Signup' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('changing a password: the hint appears below the new password without moving it', {
  tag: '@full',
}, async ({ page }) => {
  await enter(page)
  await page.goto('/profile/change-password')
  const next = password(page, 'New Password')
  const before = await next.boundingBox()
  await password(page, 'Old Password').fill(greta.password)
  await next.fill('Passw0rd123')
  await expect(hint(page)).toBeVisible()
  expect(await next.boundingBox()).toEqual(before)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await password(page, 'Confirm Password').fill('Passw0rd123')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
})
