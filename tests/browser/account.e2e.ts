// The pages of an account: profile, a new password, a reset link that does not work.
import { admin, expect, signIn, test } from '../support/browser.ts'
import { alert, enter, greta, password } from '../support/newcomer.ts'

// The browser itself reports every rejected call; which ones are rejected is what these tests are about.
test.use({ expectedNoise: /status of [45]\d\d/ })

test.describe('the profile', () => {
  test('name and image are changed, the image is removed again', async ({ page }) => {
    await enter(page)
    await page.goto('/profile')
    await expect(page.getByText(/^\w{3} \d{1,2}, \d{4}$/)).toBeVisible()
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    const fileInput = page.locator('input[type=file]')
    await fileInput.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
    await fileInput.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    })
    await expect(page.getByText('The image may have at most 5 MB.')).toBeVisible()
    await fileInput.setInputFiles('content/pictures/portrait-640.webp')
    await expect(page.getByAltText('Avatar preview')).toHaveAttribute('src', /^blob:/)
    await page.getByLabel('Name').fill('Greta S. Solheim')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(alert(page)).toHaveText('Profile updated successfully!')
    await page.waitForURL('/profile')
    await expect(page.getByRole('heading', { name: 'Greta S. Solheim' })).toBeVisible()
    const avatar = page.getByAltText('Avatar of Greta S. Solheim')
    await expect(avatar).toBeVisible()
    expect(await avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(fileInput).toBeFocused()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(avatar).toHaveCount(0)
  })

  test('a user reads that the administrator changes email addresses, an admin where to do so', {
    tag: '@full',
  }, async ({ page }) => {
    await enter(page)
    await page.goto('/profile/edit-profile')
    await expect(
      page.getByText(`Your email is ${greta.email}. To change it, ask the administrator.`),
    ).toBeVisible()
    await page.context().clearCookies()
    await signIn(page)
    await page.goto('/profile/edit-profile')
    await expect(page.getByText(`Your email is ${admin.email}. Change it under Users.`)).toBeVisible()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/users')
  })

  test('what was typed stays after a rejected image and after a failed request', async ({ page }) => {
    await enter(page)
    await page.goto('/profile/edit-profile')
    await page.getByLabel('Name').fill('Somebody Else')
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image at all') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(alert(page)).toHaveText(/image/)
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.route('**/edit-profile', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(alert(page)).toHaveText('Server error.')
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
  })
})

test.describe('changing the password', () => {
  test('errors are shown at their fields, the right passwords are accepted, and password managers find the fields', async ({
    page,
  }) => {
    await enter(page)
    await page.goto('/profile/change-password')
    const [old, fresh, again] = ['Old Password', 'New Password', 'Confirm Password'].map((name) =>
      password(page, name),
    )
    if (!old || !fresh || !again) throw new Error('fields are missing')
    await expect(old).toHaveAttribute('autocomplete', 'current-password')
    await expect(fresh).toHaveAttribute('autocomplete', 'new-password')
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(greta.email)
    await old.fill('not it')
    await fresh.fill('Harbour7light')
    await again.fill('Harbour7')
    const send = page.getByRole('button', { name: 'Change Password' })
    await send.click()
    await expect(page.getByText('New passwords do not match')).toBeVisible()
    await expect(again).toBeFocused()
    await again.fill('Harbour7light')
    await send.click()
    await expect(old).toHaveAccessibleDescription(/wrong/)
    await expect(old).toBeFocused()
    await expect(fresh).toHaveValue('Harbour7light')
    await old.fill(greta.password)
    await send.click()
    await expect(alert(page)).toHaveText('Password updated successfully!')
    await expect(old).toHaveValue('')
    await page.reload()
    await expect(old).toBeVisible()
  })

  test('after the session has ended says so and leads to the login', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await enter(page)
    await page.goto('/profile/change-password')
    await password(page, 'Old Password').fill(greta.password)
    await password(page, 'New Password').fill('Harbour7light')
    await password(page, 'Confirm Password').fill('Harbour7light')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(alert(page)).toHaveText('Session expired or unauthorized. Please log in again.')
    await page.waitForURL('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
  })
})

test.describe('a reset link that does not work', () => {
  test('shows an error next to the mark in full height, also in a low window', { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 650 })
    await page.goto('/reset-password/abcdefghijkl')
    await expect(page.getByText('Invalid or expired token.')).toBeVisible()
    const mark = page.locator('main div[aria-hidden=true] svg')
    await expect.poll(async () => (await mark.boundingBox())?.height).toBeGreaterThan(600)
  })
})
