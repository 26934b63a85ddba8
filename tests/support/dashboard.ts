// Support for browser tests of the dashboard: signs in, registers users and sends messages through the API.
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { admin, expect } from './browser.ts'

export const covers = join(import.meta.dirname, '../../content/demo/covers')

/** Signs in by the API, which sets the same cookie as the form, and opens a page. */
export async function enter(page: Page, path: string, user: { email: string; password: string } = admin) {
  await expectOk(page.request.post('/login', { data: { email: user.email, password: user.password } }))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const userPassword = 'Correct-Ho7!'

export async function register(request: APIRequestContext, name: string): Promise<{ email: string }> {
  const email = `${name.toLowerCase().replace(/\s/g, '.')}@example.org`
  await expectOk(request.post('/register', { data: { name, email, password: userPassword } }))
  return { email }
}

export async function writeMessage(
  request: APIRequestContext,
  message: { name: string; subject?: string; message?: string; topic?: string },
) {
  const email = `${message.name.toLowerCase().replace(/\s/g, '.')}@example.org`
  const data = { email, message: 'Is spring still free?', ...message }
  // As the page sends it.
  await expectOk(request.post('/contacts', { data, headers: { 'sec-fetch-site': 'same-origin' } }))
}

async function expectOk(responding: ReturnType<APIRequestContext['post']>) {
  const response = await responding
  expect(response.ok(), await response.text()).toBe(true)
}

/** The page has one alert, with exactly this text. Resizing an image may take long. */
export async function expectAlert(page: Page, text: string | RegExp) {
  await expect(page.getByRole('alert')).toHaveText(text, { timeout: 30_000 })
}
