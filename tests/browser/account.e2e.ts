// The pages of an account: profile and a new password.
import { expect, test } from '../support/browser.ts'
import { alert, enter, password, register, userPassword } from '../support/dashboard.ts'

// The browser itself reports every rejected call; which ones are rejected is what these tests are about.
test.use({ expectedNoise: /status of [45]\d\d/ })

test('name, image and password are changed, the image is removed again; what was typed stays after an error', async ({
  page,
}) => {
  const { email } = await register(page.request, 'Greta Solheim')
  await enter(page, '/profile', { email, password: userPassword })
  await expect(page.getByText(/^\w{3} \d{1,2}, \d{4}$/)).toBeVisible()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const image = page.locator('input[type=file]')
  const save = page.getByRole('button', { name: 'Save Changes' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    image.setInputFiles({ name, mimeType, buffer })
  await choose('a.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(page.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
  await choose('a.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1))
  await expect(page.getByText('The image may have at most 5 MB.')).toBeVisible()
  await page.getByLabel('Name').fill('Greta S. Solheim')
  await choose('a.png', 'image/png', Buffer.from('no image at all'))
  await save.click()
  await expect(alert(page)).toHaveText(/image/)
  await expect(page.getByLabel('Name')).toHaveValue('Greta S. Solheim')
  await image.setInputFiles('content/pictures/portrait-640.webp')
  await expect(page.getByAltText('Avatar preview')).toHaveAttribute('src', /^blob:/)
  await save.click()
  await expect(alert(page)).toHaveText('Profile updated successfully!')
  await page.waitForURL('/profile')
  await expect(page.getByRole('heading', { name: 'Greta S. Solheim' })).toBeVisible()
  const avatar = page.getByAltText('Avatar of Greta S. Solheim')
  await expect(avatar).toBeVisible()
  await expect.poll(() => avatar.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(image).toBeFocused()
  await save.click()
  await page.waitForURL('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(avatar).toHaveCount(0)

  // A new password: errors are shown at their fields, and password managers find them.
  await page.goto('/profile/change-password')
  const [old, fresh, again] = ['Old Password', 'New Password', 'Confirm Password'].map((name) =>
    password(page, name),
  )
  if (!old || !fresh || !again) throw new Error('fields are missing')
  await expect(old).toHaveAttribute('autocomplete', 'current-password')
  await expect(fresh).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
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
  await old.fill(userPassword)
  await send.click()
  await expect(alert(page)).toHaveText('Password updated successfully!')
  await expect(old).toHaveValue('')
  await page.reload()
  await expect(old).toBeVisible()
})
