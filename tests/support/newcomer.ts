// Support for browser tests of accounts: a user who registers through the API, and locators of forms. It does not import
// browser.ts, so that every TypeScript configuration can include it.
import { expect, type Page } from '@playwright/test'

export const greta = { name: 'Greta Solheim', email: 'greta@oldquay.example', password: 'Rope12!x' }

export async function register(page: Page): Promise<void> {
  expect((await page.request.post('/register', { data: greta })).status()).toBe(201)
}

export async function enter(page: Page): Promise<void> {
  await register(page)
  expect((await page.request.post('/login', { data: greta })).ok()).toBe(true)
}

export const password = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const alert = (page: Page) => page.getByRole('main').getByRole('alert')
