// Support for browser tests of accounts and the dashboard: signs in, registers users and sends messages through the API.
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import type { SiteContent } from '../../contract/site.ts'
import { admin, expect } from './browser.ts'
import type { TestServer } from './test-server.ts'

export const covers = join(import.meta.dirname, '../../content/demo/covers')

type Account = { email: string; password: string }

/** By the API, which sets the same cookie as the form. */
export const signIn = async (request: APIRequestContext, { email, password }: Account = admin) =>
  expect(await request.post('/login', { data: { email, password } })).toBeOK()

/** By the form, which tells other tabs, and greets. */
export async function logIn(page: Page, account: Account = admin) {
  // The page before may have an email field, too.
  await expect(page.getByRole('heading', { name: 'Login Form' })).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Signs in and opens a page. */
export async function enter(page: Page, path: string, user?: Account) {
  await signIn(page.request, user)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const userPassword = 'Correct-Ho7!'

const emailOf = (name: string) => `${name.toLowerCase().replace(/\s/g, '.')}@example.org`

export async function register(request: APIRequestContext, name: string): Promise<{ email: string }> {
  const email = emailOf(name)
  await expect(await request.post('/register', { data: { name, email, password: userPassword } })).toBeOK()
  return { email }
}

export async function writeMessage(
  request: APIRequestContext,
  message: { name: string; subject?: string; message?: string; topic?: string },
) {
  const data = { email: emailOf(message.name), message: 'Is spring still free?', ...message }
  // As the page sends it.
  const headers = { 'sec-fetch-site': 'same-origin' }
  await expect(await request.post('/contacts', { data, headers })).toBeOK()
}

/** From now on a sensitive change needs the password again. */
export const ageSignIns = ({ context }: TestServer) =>
  context.db.updateTable('sessions').set({ authenticated_at: '2020-01-01T00:00:00.000Z' }).execute()

/** Publishes the content of the site with a change, as the admin who is signed in. @returns the content before */
export async function publishSite(request: APIRequestContext, change: (content: SiteContent) => void) {
  const { content, version } = await (await request.get('/api/admin/site')).json()
  const before = structuredClone(content)
  change(content)
  const data = { content, basedOn: version }
  await expect(await request.put('/api/admin/site', { data })).toBeOK()
  return before
}

/** In the dialog that requests it again. */
export async function confirmPassword(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** In the site editor. */
export async function publish(page: Page) {
  await page
    .getByRole('region', { name: 'Unpublished changes' })
    .getByRole('button', { name: 'Publish' })
    .click()
  await expect(page.getByText('Published!', { exact: true }).last()).toBeVisible()
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The page has one alert, with exactly this text. Resizing an image may take long. */
export const expectAlert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert')).toHaveText(text, { timeout: 30_000 })
