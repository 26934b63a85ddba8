// Accounts: registration with the code or the link of an email, a forgotten password, login and logout, and the profile.
import type { Page } from '@playwright/test'
import { admin, enter, expect, register, signIn, test, userPassword } from '../support/browser.ts'
import type { SmtpPeer } from '../support/peers/smtp-peer.ts'

// The browser itself reports every rejected call; which ones are rejected is what these tests are about.
test.beforeEach(({ noise }) => void noise.push(/status of [45]\d\d/))

const greta = { name: 'Greta Solheim', email: 'greta.solheim@example.org', password: userPassword }

const password = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function newest(smtp: SmtpPeer, count: number): Promise<string> {
  return (await smtp.arrived(count)).at(-1)?.text ?? ''
}

test('a user logs in after errors, and out, and sets a forgotten password by the link of an email', async ({
  page,
  smtp,
}) => {
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await email.fill('juno@example')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(alert(page)).toHaveText('Please fix the errors before submitting.')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Invalid email format')
  await email.fill(admin.email)
  await expect(page.getByText('Invalid email format')).toHaveCount(0)
  await expect(alert(page)).toHaveCount(0)
  await password(page, 'Password').fill('not it')
  await password(page, 'Password').press('Enter')
  await expect(alert(page)).toHaveText('Invalid email or password.')
  await expect(email).toHaveValue(admin.email)
  await expect(password(page, 'Password')).toHaveValue('not it')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert(page)).toHaveCount(0)

  // Signed in: the bar has Profile and Logout, and the login leads to Home.
  await register(page.request, greta.name)
  await enter(page, '/profile', greta)
  await page.goto('/login')
  await page.waitForURL('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Profile' })).toBeVisible()
  await main.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(main.getByRole('link', { name: 'Login' })).toBeVisible()

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('note')).toHaveText('You are not logged in.')
  await page.getByLabel('Email').fill('greta')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await page.getByLabel('Email').fill(greta.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(alert(page)).toHaveText(
    "If the email you provided is correct, we've sent you an email with password reset instructions.",
  )

  const link = /http\S+\/reset-password\/\S+/.exec(await newest(smtp, 2))?.[0] ?? ''
  await page.goto(link)
  const rules = page.getByRole('list', { name: 'Password rules' }).getByRole('listitem')
  await password(page, 'New Password').fill('harbour')
  await expect(rules).toHaveText([/not met yet$/, /not met yet$/, /not met yet$/])
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password must be at least 8 characters.')).toBeVisible()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(password(page, 'New Password')).toBeFocused()
  await password(page, 'New Password').fill('Harbourlight9')
  await expect(rules).toHaveText([/met$/, /met$/, /met$/])
  await password(page, 'Confirm Password').fill('Harbourlight9')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(alert(page)).toHaveText('Password updated successfully. Redirecting to login...')
  await page.waitForURL('/login')

  await page.goto(link)
  await expect(alert(page)).toHaveText('Invalid or expired token.')
  await page.goto('/login')
  await page.getByLabel('Email').fill(greta.email)
  await password(page, 'Password').fill('Harbourlight9')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(link)
  await page.waitForURL('/profile')
  await expect(alert(page)).toHaveText('Sign out first to use a reset link')
  await page.goto('/reset-password')
  await page.waitForURL('/profile')
})

test('a user signs up, verifies the email address by a code and a link, and changes name, image and password', async ({
  page,
  smtp,
  context,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  // Words of the form itself are guessed too.
  const guessable = 'Solheim1!'

  await test.step('a hint, and no more, warns of a weak password', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.getByLabel('Name').fill(greta.name)
    await page.getByLabel('Email').fill(greta.email)
    const field = password(page, 'Password')
    const hint = page.getByText('among the first that guessers try')
    await field.fill('Test@1234')
    await expect(page.getByRole('status').filter({ has: hint })).toHaveCount(1)
    await expect(field).not.toHaveAttribute('aria-invalid')
    await expect(field).toHaveAccessibleDescription(/8 to 16 characters.*among the first/)
    await field.fill('Kettle-42!')
    await expect(hint).toHaveCount(0)
    await field.fill(guessable)
    await expect(hint).toBeVisible()
    expect(requests.join('')).not.toMatch(/Test@1234|Solheim1/)
    await field.fill('rope1')
    await page.getByRole('button', { name: 'Signup' }).click()
    await expect(field).toHaveAccessibleDescription(
      /^Password must be 8-16 chars, include uppercase, lowercase, number, and symbol\. .* one of @\$!%\*\?&$/,
    )
    await field.fill(guessable)
    await page.getByRole('button', { name: 'Signup' }).click()
    await page.waitForURL('/login')
    await expect(alert(page)).toHaveText('Registration successful! Please log in.')
  })

  await test.step('a code that is sent again, and a link that is opened again', async () => {
    await enter(page, '/profile', { email: greta.email, password: guessable })
    await page.getByRole('link', { name: 'Verify Now' }).click()
    await expect(page.getByText(greta.email)).toBeVisible()
    await expect(page.getByText('An 8-digit code was sent to this email address.')).toBeVisible()
    const field = page.getByLabel('8-digit code')
    await field.fill('1234')
    await page.getByRole('button', { name: 'Verify Code' }).click()
    await expect(page.getByText('The code has 8 digits.')).toBeVisible()
    await page.getByRole('button', { name: 'Resend Verification Link' }).click()
    await expect(alert(page)).toHaveText('Verification link sent!')
    await expect(page.getByText('A new 8-digit code was sent to this email address.')).toBeVisible()
    await expect(page.getByText('The code has 8 digits.')).toHaveCount(0)
    await expect(field).toHaveValue('')

    const email = await newest(smtp, 2)
    const code = /\b\d{8}\b/.exec(email)?.[0] ?? ''
    const link = /http\S+\/verify-email-token\S+/.exec(email)?.[0] ?? ''
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${code.slice(0, 4)} - ${code.slice(4)}`,
    )
    await field.press('ControlOrMeta+v')
    await page.getByRole('button', { name: 'Verify Code' }).click()
    await page.waitForURL('/profile')
    await expect(alert(page)).toHaveText('Email verified successfully!')
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
    await page.goto('/verify-email')
    await expect(alert(page)).toHaveText('Unauthorized access or email already verified. Redirecting...')
    await page.waitForURL('/profile')
    await context.clearCookies()
    await page.goto(link)
    await page.waitForURL('/login')
    await expect(alert(page)).toHaveText('Email verified successfully!')
    await signIn(page.request, { email: greta.email, password: guessable })
    await page.goto(link)
    await page.waitForURL('/profile')
  })

  await test.step('name and image', async () => {
    await expect(page.getByText(/^\w{3} \d{1,2}, \d{4}$/)).toBeVisible()
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    const image = page.locator('input[type=file]')
    const save = page.getByRole('button', { name: 'Save Changes' })
    const name = page.getByLabel('Name')
    await image.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
    await name.fill('Greta S. Solheim')
    await image.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no image at all'),
    })
    await save.click()
    await expect(alert(page)).toHaveText(/image/)
    await expect(name).toHaveValue('Greta S. Solheim')
    await image.setInputFiles('content/pictures/portrait-640.webp')
    await expect(page.getByAltText('Avatar preview')).toHaveAttribute('src', /^blob:/)
    await save.click()
    await expect(alert(page)).toHaveText('Profile updated successfully!')
    await page.waitForURL('/profile')
    await expect(page.getByRole('heading', { name: 'Greta S. Solheim' })).toBeVisible()
    const avatar = page.getByAltText('Avatar of Greta S. Solheim')
    await expect
      .poll(() => avatar.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(image).toBeFocused()
    await save.click()
    await page.waitForURL('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(avatar).toHaveCount(0)
  })

  await test.step('a new password: errors are shown at their fields, and password managers find them', async () => {
    await page.goto('/profile/change-password')
    const old = password(page, 'Old Password')
    const fresh = password(page, 'New Password')
    const again = password(page, 'Confirm Password')
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
    await old.fill(guessable)
    await send.click()
    await expect(alert(page)).toHaveText('Password updated successfully!')
    await expect(old).toHaveValue('')
  })
})
