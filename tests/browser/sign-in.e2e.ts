// Login, logout and the login page.
import { admin, expect, test } from '../support/browser.ts'
import { alert, enter, password, register, userPassword } from '../support/dashboard.ts'

// The browser itself reports every rejected call; which ones are rejected is what these tests are about.
test.use({ expectedNoise: /status of [45]\d\d/ })

test('a field that is not valid and a wrong password are said, what was typed stays; a user is sent from the login to Home, and logs out', async ({
  page,
}) => {
  for (const path of ['/profile/edit-profile', '/verify-email', '/dashboard', '/profile']) {
    await page.goto(path)
    await page.waitForURL('/login')
  }
  const email = page.getByLabel('Email')
  await email.fill('juno@example')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(alert(page)).toHaveText('Please fix the errors before submitting.')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Invalid email format')
  await email.press('End')
  await page.keyboard.type('.com')
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
  const user = await register(page.request, 'Greta Solheim')
  await enter(page, '/profile', { ...user, password: userPassword })
  await page.goto('/login')
  await page.waitForURL('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Profile' })).toBeVisible()
  await main.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(main.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('by keyboard alone, an admin comes to the dashboard with one request', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=password]')).toHaveAttribute('type', 'text')
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.waitForURL('/dashboard')
  await expect(page.getByText('Login successful!')).toBeVisible()
  expect(sent).toEqual(['/login'])
})
