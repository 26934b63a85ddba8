// Login, logout and the login page, also before hydration.
import { admin, expect, test } from '../support/browser.ts'
import { holdRequests } from '../support/held-requests.ts'
import { alert, enter, password } from '../support/newcomer.ts'

// The browser itself reports every rejected call; which ones are rejected is what these tests are about.
test.use({ expectedNoise: /status of [45]\d\d/ })

test('next to the form, the mark shows its first character and more than half of the second', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/login')
  for (const [width, height] of [
    [1440, 900],
    [1440, 1600],
    [961, 900],
    [1920, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    const { plate, first, second } = await page.locator('main div[aria-hidden=true]').evaluate((found) => {
      const paths = [...found.querySelectorAll('path, circle')].map((path) => path.getBoundingClientRect())
      const [j, stem, bowl, dot] = paths as [DOMRect, DOMRect, DOMRect, DOMRect]
      const box = found.getBoundingClientRect()
      return {
        plate: { left: box.left, right: box.right, top: box.top },
        first: { left: j.left, right: Math.max(j.right, dot.right), top: dot.top },
        second: { left: stem.left, right: bowl.right },
      }
    })
    const at = `at ${width} x ${height}`
    expect(first.left, at).toBeGreaterThan(plate.left)
    expect(first.top, at).toBeGreaterThan(plate.top)
    expect(first.right, at).toBeLessThan(plate.right)
    expect((plate.right - second.left) / (second.right - second.left), at).toBeGreaterThan(0.6)
  }
})

test.describe('logging in', () => {
  test('an invalid field has an error and the focus, and the error disappears when the field is edited', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('greta@oldquay')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(alert(page)).toHaveText('Please fix the errors before submitting.')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email format')
    await page.getByLabel('Email').press('End')
    await page.keyboard.type('.example')
    await expect(page.getByText('Invalid email format')).toHaveCount(0)
    await expect(alert(page)).toHaveCount(0)
  })

  test('a wrong password is rejected with the text of the server, and what was typed stays', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(admin.email)
    await password(page, 'Password').fill('not it')
    await password(page, 'Password').press('Enter')
    await expect(alert(page)).toHaveText('Invalid email or password.')
    await expect(page.getByLabel('Email')).toHaveValue(admin.email)
    await expect(password(page, 'Password')).toHaveValue('not it')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert(page)).toHaveCount(0)
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

  test('a login waits for the admin check and leads to the dashboard, not to Home first', {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto('/login')
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    const check = await holdRequests(page, '**/check-admin')
    await page.getByLabel('Email').fill(admin.email)
    await password(page, 'Password').fill(admin.password)
    await password(page, 'Password').press('Enter')
    await expect(page.getByText(`Welcome, ${admin.name}! You are already logged in.`)).toBeVisible()
    check.release()
    await page.waitForURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(visited).toEqual(['/dashboard'])
  })

  test('a signed-in user is greeted while the admin check runs, then sent to Home', { tag: '@full' }, async ({
    page,
  }) => {
    await enter(page)
    const check = await holdRequests(page, '**/check-admin')
    await page.goto('/login')
    await expect(page.getByText('Welcome, Greta Solheim! You are already logged in.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
    check.release()
    await page.waitForURL('/')
    await page.goto('/register')
    await page.waitForURL('/')
  })

  test('signing out in one tab signs out the others', async ({ page, context }) => {
    await enter(page)
    await page.goto('/profile')
    const other = await context.newPage()
    await other.goto('/profile')
    await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await other.waitForURL('/login')
    await page.waitForURL('/login')
  })

  test('a visitor on a page for signed-in users is sent to the login page', async ({ page }) => {
    for (const path of [
      '/profile',
      '/profile/edit-profile',
      '/profile/change-password',
      '/verify-email',
      '/dashboard',
    ]) {
      await page.goto(path)
      await page.waitForURL('/login')
    }
  })
})
