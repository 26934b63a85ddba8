// The dashboard's settings: email, how long messages are stored, access tokens, webhooks, backups.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import {
  confirmPassword,
  enter,
  expect,
  expectAlert,
  holdRequests,
  press,
  test,
} from '../../support/browser.ts'
import { startTestNetwork, type TestNetwork } from '../../support/peers/test-network.ts'

const account = { address: 'juno@secure.example', host: 'secure.example', password: 'abcd-efgh-ijkl' }

const withAccount = test.extend<{ mail: TestNetwork }>({
  mail: async ({ app }, use) => {
    const mail = await startTestNetwork()
    Object.assign(app.context.network, mail)
    await use(mail)
    await mail.stop()
  },
  env: { SMTP_URL: '', OWNER_EMAIL: 'owner@example.com' },
})

withAccount(
  'email is set up with an account, which is tested before it is saved, and entered again once it fails',
  async ({ page, app, mail, noise }) => {
    // The browser reports the rejected tests, and that the password is asked for.
    noise.push(/status of 40[03]/)
    await enter(page, '/dashboard/settings')
    await expect(page.getByRole('status').filter({ hasText: 'Email is not configured' })).toBeVisible()
    const card = page.getByRole('region', { name: 'Email' })
    await expect(card.getByText('Not set up')).toBeVisible()
    await expect(card.getByRole('link', { name: 'How to make one at Fastmail' })).toBeVisible()
    await card.getByLabel('Your email account is with').selectOption('Another server')
    await card.getByLabel('Address').fill(account.address)
    await card.getByRole('textbox', { name: 'App password' }).fill(account.password)
    await press(page, 'Save and send a test')
    await expect(card.getByText('Server is required.')).toBeVisible()
    await card.getByLabel('Server').fill(account.host)
    mail.peer.rejects.set('login', '535 5.7.8 Bad app password')
    await page.keyboard.press('Enter')
    await expect(card.getByText('535 5.7.8 Bad app password')).toBeVisible()
    const password = card.getByRole('textbox', { name: 'App password' })
    await expect(password).toBeFocused()
    await expect(password).toHaveValue(account.password)

    mail.peer.rejects.clear()
    app.pass(16 * 60_000)
    await press(page, 'Save and send a test')
    await confirmPassword(page)
    await expectAlert(page, 'Email works: a test email was sent to owner@example.com.')
    await expect(card.getByText('Works', { exact: true })).toBeVisible()
    await expect(card).toContainText(`${account.address}, ${account.host}`)
    await expect(page.getByText('Email is not configured')).toHaveCount(0)

    await rm(join(app.context.config.dataDir, 'mail.key'))
    await page.reload()
    await expect(card.getByText('Does not send')).toBeVisible()
    await press(page, 'Enter it again')
    await expect(card.getByLabel('Server')).toHaveValue(account.host)
    await card.getByRole('textbox', { name: 'App password' }).fill(account.password)
    await press(page, 'Save and send a test')
    await expect(card.getByText('Works', { exact: true })).toBeVisible()
    expect(mail.peer.emails).toHaveLength(2)
  },
)

test('messages are deleted after a period; what developers need is closed at first: tokens, webhooks, and what of them fails', async ({
  page,
}) => {
  await enter(page, '/dashboard/settings')
  // No message is deleted until a period is chosen.
  await test.step('messages that a period deletes at once are counted and confirmed first', async () => {
    let messages = 1234
    await page.route('/api/settings/messages/old?months=6', (route) => route.fulfill({ json: { messages } }))
    const card = page.getByRole('region', { name: 'Messages' })
    const saveMessages = card.getByRole('button', { name: 'Save', exact: true })
    const stored = async () => (await (await page.request.get('/api/settings/messages')).json()).months
    await expect(card.getByLabel('Delete messages')).toBeEnabled()
    await expect(card.getByLabel('Delete messages')).toHaveValue('0')
    await expect(saveMessages).toBeDisabled()
    await card.getByLabel('Delete messages').selectOption('After 6 months')
    await saveMessages.click()
    const dialog = page.getByRole('dialog', { name: 'Delete old messages?' })
    await expect(dialog).toContainText(
      '1,234 messages arrived more than 6 months ago and are deleted within an hour',
    )
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(saveMessages).toBeEnabled()
    expect(await stored()).toBe(0)
    messages = 1
    await saveMessages.click()
    await dialog.getByRole('button', { name: 'Delete 1 message' }).click()
    await expect(card.getByText('Setting saved!')).toBeVisible()
    expect(await stored()).toBe(6)
  })
  // SMTP_URL is set here: no form is offered.
  const mail = page.getByRole('region', { name: 'Email' })
  await expect(mail.getByText('127.0.0.1, as SMTP_URL on the server says.')).toBeVisible()
  await expect(mail.getByRole('button', { name: 'Change the account' })).toHaveCount(0)
  const summary = page.locator('summary')
  const open = page.getByRole('button', { name: 'Open webhooks' })
  await expect(open).toBeHidden()
  await summary.click()

  await press(page, 'Open tokens')
  const tokens = page.getByRole('dialog', { name: 'Access tokens' })
  await expect(tokens.getByText('There is none yet.')).toBeVisible()
  await press(page, 'New token')
  const newToken = page.getByRole('dialog', { name: 'New Token' })
  await expect(newToken.getByLabel('Name')).toBeFocused()
  await press(page, 'Create')
  await expect(newToken.getByText('Name is required.')).toBeVisible()
  await expect(newToken.getByText('Choose what it may do.')).toBeVisible()
  await newToken.getByLabel('Name').fill('Nightly export')
  await newToken.getByLabel('Read and export messages').check()
  await newToken.getByLabel('Expires after').selectOption({ label: '90 days' })
  await press(page, 'Create')
  await expect(tokens.getByText('New token. Copy it now, it is not shown again.')).toBeVisible()
  await expect(tokens.getByText(/^Read messages\. Until .*\. Made .*\. Not used yet$/)).toBeVisible()
  await press(page, 'Revoke Nightly export')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Revoke')
  await expect(tokens.getByRole('alert')).toHaveText('Token revoked.')
  await expect(tokens.getByText('There is none yet.')).toBeVisible()
  await page.keyboard.press('Escape')

  await open.click()
  const webhooks = page.getByRole('dialog', { name: 'Webhooks' })
  await press(page, 'New webhook')
  const url = page.getByRole('dialog', { name: 'New Webhook' }).getByLabel('URL')
  await expect(url).toBeFocused()
  await url.fill('http://hooks.example/new')
  await press(page, 'Create')
  await expect(url).toHaveAccessibleDescription(/^Enter an https URL on a public host\./)
  // There is no such host, so nothing is ever sent.
  await url.fill('https://localhost.invalid/new-messages')
  await press(page, 'Create')
  await expect(webhooks.locator('code')).toHaveText(/^whsec_.{44}$/)
  await expect(webhooks.getByText('Not called yet')).toBeVisible()
  await press(page, 'Send a test to https://localhost.invalid/new-messages')
  await expect(webhooks.getByText(/^The test was not delivered: /)).toBeVisible({ timeout: 30_000 })
  // What is below the account of emails waits for it, so that nothing moves away from under the pointer.
  const account = await holdRequests(page, '**/api/settings/mail')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Allow User Registration' })).toBeEnabled()
  await expect(summary).toHaveCount(0)
  account.release()
  await expect(page.getByText('1 address is told of each new message.')).toContainText('1 webhook fails')
  await summary.click()
  await expect(summary).toContainText('1 webhook fails')
  await summary.click()
  await open.click()
  await expect(webhooks.getByText(/^Failed.*: /)).toBeVisible()
  await expect(webhooks.locator('code')).toHaveCount(0)
  await press(page, 'Delete https://localhost.invalid/new-messages')
  await press(page, 'Delete')
  await expectAlert(page, 'Webhook deleted.')
  await expect(webhooks.getByText('Another service can be told')).toBeVisible()
})

test('backups are off at first; a failure is named on every page, the next one is downloaded with the password', async ({
  page,
  app,
  noise,
}) => {
  noise.push(/status of 403/)
  const backups = join(app.context.config.dataDir, 'backups')
  // A file where the folder should be.
  await rm(backups, { recursive: true, force: true })
  await writeFile(backups, '')
  await enter(page, '/dashboard/settings')
  const card = page.getByRole('region', { name: 'Backups' })
  const save = card.getByRole('button', { name: 'Save' })
  const number = card.getByLabel('Number of backups to keep')
  await expect(card.getByText('None yet')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(card.getByLabel('How often')).toBeDisabled()
  await card.getByLabel('Back up').check()
  await card.getByLabel('How often').selectOption({ label: 'every week' })
  await card.getByLabel('Time').fill('04:30')
  await number.fill('31')
  await save.click()
  await expect(card.getByText('Choose a whole number from 1 to 30.')).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill('3')
  await number.press('Enter')
  await expect(page.getByText('Backup settings saved!')).toBeVisible()
  await expect(card.getByText(/^The last backup failed: /)).toBeVisible({ timeout: 30_000 })
  // On the page that was open it follows with the next check of the session.
  const warning = page.getByRole('status').filter({ hasText: 'Backups are failing: ' })
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'To do' })).toContainText('The last backup failed')
  await expect(warning).toHaveCount(0)
  await page.getByRole('link', { name: 'Users' }).click()
  await warning.getByRole('link', { name: 'Backup settings' }).click()
  await expect(card.getByText('Last failure')).toBeVisible()

  // Saved as it is, it is tried again at once; later the password was entered long ago.
  await rm(backups)
  await save.click()
  await expect(card.getByText(/^1 backup, /)).toBeVisible({ timeout: 30_000 })
  app.pass(60 * 60_000)
  await expect(card.getByText('Up to date')).toBeVisible()
  await expect(card.getByText(/, 04:30$/)).toBeVisible()
  await expect(card.getByText('None yet')).toHaveCount(0)
  await expect(save).toBeDisabled()
  await expect(card.getByLabel('How often')).toHaveValue('weekly')
  await expect(card.getByLabel('Time')).toHaveValue('04:30')
  await expect(number).toHaveValue('3')

  // Settings are current when they are opened again: somebody else may have changed them.
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await page.request.put('/api/settings/backups', { data: { interval: 'daily', keep: 5, time: '03:00' } })
  await page.request.put('/api/settings/registration', { data: { registrationEnabled: false } })
  await page.goBack()
  await expect(number).toHaveValue('5')
  await expect(page.getByLabel('Allow User Registration')).not.toBeChecked()

  const button = card.getByRole('button', { name: 'Download a backup' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(dialog).toContainText('Downloading a backup needs your password again.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await button.click()
  const downloading = page.waitForEvent('download')
  await confirmPassword(page)
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^portfolio-[\da-f]{8}-[\dTZ-]+\.tar$/)
  await expectAlert(page, /^The download begins\./)
  const entries = await unpackTar(await readFile(await download.path()), { strict: true })
  expect(entries.slice(-2).map(({ header }) => header.name)).toEqual(['database.sqlite', 'SHA256SUMS'])
})
