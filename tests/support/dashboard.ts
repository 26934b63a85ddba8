// What the browser tests of the dashboard share: a quick sign-in, people, messages and projects made through the API.
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { admin, expect } from './browser.ts'

export const covers = join(import.meta.dirname, '../../content/demo/covers')

/** Signs in by the call, which sets the same cookie as the form does. */
export async function enter(page: Page, path: string, person: { email: string; password: string } = admin) {
  await expectOk(page.request.post('/login', { data: { email: person.email, password: person.password } }))
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
  message: { name: string; subject?: string; message?: string },
) {
  const email = `${message.name.toLowerCase().replace(/\s/g, '.')}@example.org`
  await expectOk(request.post('/contacts', { data: { email, message: 'Is spring still free?', ...message } }))
}

async function expectOk(answer: ReturnType<APIRequestContext['post']>) {
  const response = await answer
  expect(response.ok(), await response.text()).toBe(true)
}

/** The one alert of the page, in exactly these words. Making the widths of an image may take its time. */
export async function expectAlert(page: Page, words: string | RegExp) {
  await expect(page.getByRole('alert')).toHaveText(words, { timeout: 30_000 })
}
