// The dashboard requests the password in place when a change needs a recent sign-in, and goes on with the change.
import { expect, test } from '../support/browser.ts'
import { ageSignIns, confirmPassword, editUser, enter, expectAlert, register } from '../support/dashboard.ts'

// The browser reports the 403 and 400 that these tests are about.
test.beforeEach(({ noise }) => void noise.push(/status of 40[03]/))

test('the right password goes on with a change and a deletion, exactly once', async ({ page, app }) => {
  await enter(page, '/dashboard')
  await register(page.request, 'Ana')
  await page.goto('/dashboard/users')
  await editUser(page, 'Ana')
  await ageSignIns(app)
  const changes: string[] = []
  page.on('request', (request) => {
    if (['PATCH', 'DELETE'].includes(request.method())) changes.push(request.method())
  })
  await page.getByLabel('Name').fill('Ana Lopez')
  await page.getByLabel('Email').fill('ana.lopez@example.org')
  const update = page.getByRole('button', { name: 'Update' })
  await update.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(dialog).toContainText(
    "Changing an account's email or role needs your password again. You stay signed in.",
  )
  await expect(password).toBeFocused()
  for (const next of ['Show password', 'Cancel', 'Continue']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: next })).toBeFocused()
  }
  await password.focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(update).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('ana.lopez@example.org')
  expect(changes).toHaveLength(1)

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Password is required.')).toBeVisible()
  await password.fill('Wrong-Horse-7')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This password is not right.')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveValue('Wrong-Horse-7')
  await confirmPassword(page)
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('row', { name: /Ana Lopez/ })).toContainText('ana.lopez@example.org')
  // Twice rejected, once done.
  expect(changes).toHaveLength(3)

  // For the next fifteen minutes no password is needed.
  await editUser(page, 'Ana Lopez')
  await page.getByLabel('Email').fill('ana@example.org')
  await update.click()
  await expect(page.getByRole('row', { name: /Ana Lopez/ })).toContainText('ana@example.org')
  expect(changes).toHaveLength(4)

  // Deleting needs it again, once the sign-in is old.
  await ageSignIns(app)
  page.on('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Delete Ana Lopez' }).click()
  await expect(dialog).toContainText('Deleting a user needs your password again.')
  await confirmPassword(page)
  await expect(page.getByRole('row', { name: /ana@example/ })).toHaveCount(0)
  await expectAlert(page, 'User deleted successfully!')
  expect(changes).toHaveLength(6)
})
