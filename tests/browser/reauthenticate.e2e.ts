// The dashboard requests the password in place when a change needs a recent sign-in, and goes on with the change.
import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, expectAlert, register } from '../support/dashboard.ts'
import { holdRequests } from '../support/held-requests.ts'
import { ageSignIns, roleOf } from '../support/old-sign-in.ts'

// The browser reports the 403 and 400 that these tests are about.
test.use({ expectedNoise: /status of 40[03]/ })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' })
const passwordIn = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Password' })

/** Counts the requests of a method and path, answered or not. */
function countRequests(page: Page, method: string, path: RegExp): () => number {
  let requests = 0
  page.on('request', (request) => {
    if (request.method() === method && path.test(request.url())) requests += 1
  })
  return () => requests
}

async function editUser(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/users')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
}

test('a wrong password is an error at its field, the right one goes on with the change, exactly once', async ({
  page,
  dataDir,
}) => {
  await enter(page, '/dashboard')
  await register(page.request, 'Ana')
  await editUser(page, 'Ana')
  ageSignIns(dataDir)
  const changes = countRequests(page, 'PATCH', /\/users\/update\//)
  await page.getByLabel('Name').fill('Ana Lopez')
  await page.getByLabel('Email').fill('ana.lopez@example.org')
  await page.getByRole('button', { name: 'Update' }).click()

  const dialog = dialogOf(page)
  await expect(dialog).toContainText(
    "Changing an account's email or role needs your password again. You stay signed in.",
  )
  await expect(passwordIn(page)).toBeFocused()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Password is required.')).toBeVisible()
  await passwordIn(page).fill('Wrong-Horse-7')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This password is not right.')).toBeVisible()
  await expect(passwordIn(page)).toBeFocused()
  await expect(passwordIn(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(passwordIn(page)).toHaveValue('Wrong-Horse-7')
  await passwordIn(page).fill(admin.password)
  await expect(dialog.getByText('This password is not right.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('row', { name: /Ana Lopez/ })).toContainText('ana.lopez@example.org')
  // Once rejected, once done.
  expect(changes()).toBe(2)

  // For the next fifteen minutes no password is needed.
  await page.getByRole('link', { name: 'Edit Ana Lopez' }).click()
  await page.getByLabel('Email').fill('ana@example.org')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: /Ana Lopez/ })).toContainText('ana@example.org')
  expect(changes()).toBe(3)
})

test('by keyboard alone: the focus stays inside, Escape loses nothing and gives the focus back', async ({
  page,
  dataDir,
}) => {
  await enter(page, '/dashboard')
  await register(page.request, 'Bob')
  await editUser(page, 'Bob')
  ageSignIns(dataDir)
  const changes = countRequests(page, 'PATCH', /\/users\/update\//)
  await page.getByLabel('Email').fill('robert@example.org')
  const update = page.getByRole('button', { name: 'Update' })
  await update.focus()
  await page.keyboard.press('Enter')
  await expect(passwordIn(page)).toBeFocused()
  const dialog = dialogOf(page)
  for (const next of ['Show password', 'Cancel', 'Continue']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: next })).toBeFocused()
  }
  // Past the last one come the browser's own controls and the dialog again, never the page below.
  for (let n = 0; n < 6; n++) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    )
    expect(isInside).toBe(true)
  }
  await passwordIn(page).focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(update).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('robert@example.org')
  expect(changes()).toBe(1)

  await page.keyboard.press('Enter')
  await expect(passwordIn(page)).toBeFocused()
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Bob/ })).toContainText('robert@example.org')
  expect(changes()).toBe(3)
})

test('deleting a user waits for the password; Cancel leaves the user, the right password deletes once', async ({
  page,
  dataDir,
}) => {
  await enter(page, '/dashboard')
  await register(page.request, 'Cy')
  await page.goto('/dashboard/users')
  ageSignIns(dataDir)
  const deletions = countRequests(page, 'DELETE', /\/users\/delete\//)
  page.on('dialog', (dialog) => void dialog.accept())
  const remove = page.getByRole('button', { name: 'Delete Cy' })
  await remove.click()
  await expect(dialogOf(page)).toContainText('Deleting a user needs your password again.')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  expect(roleOf(dataDir, 'cy@example.org')).toBe('user')
  await remove.click()
  await passwordIn(page).fill(admin.password)
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('row', { name: /cy@example/ })).toHaveCount(0)
  await expectAlert(page, 'User deleted successfully!')
  expect(deletions()).toBe(3)
})

test('making an admin of an account with an unverified email address says so first', {
  tag: '@full',
}, async ({ page, dataDir }) => {
  await enter(page, '/dashboard')
  await register(page.request, 'Dee')
  await editUser(page, 'Dee')
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('button', { name: 'Update' }).click()
  const question = page.getByRole('dialog', { name: 'Make an admin?' })
  await expect(question).toContainText('dee@example.org is not verified')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(roleOf(dataDir, 'dee@example.org')).toBe('user')
  await expect(page.getByLabel('Role')).toHaveValue('admin')
  ageSignIns(dataDir)
  await page.getByRole('button', { name: 'Update' }).click()
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await passwordIn(page).fill(admin.password)
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('row', { name: /Dee/ })).toContainText('Admin')
})

test('the dialog is accessible and fits, with and without an error, and while checking', {
  tag: '@full',
}, async ({ page, dataDir }) => {
  await enter(page, '/dashboard')
  await register(page.request, 'Eve')
  await editUser(page, 'Eve')
  ageSignIns(dataDir)
  await page.getByLabel('Email').fill('evelyn@example.org')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(passwordIn(page)).toBeFocused()
  await expectAccessible(page)
  await passwordIn(page).fill('Wrong-Horse-7')
  const check = await holdRequests(page, '**/reauthenticate')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('button', { name: 'Checking...' })).toBeDisabled()
  await expect(passwordIn(page)).toBeDisabled()
  // Closing now would leave it open whether the change is made.
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeVisible()
  check.release()
  await expect(dialogOf(page).getByText('This password is not right.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
