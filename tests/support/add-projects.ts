// Adds projects through the API.
import type { Page } from '@playwright/test'
import { admin, expect } from './browser.ts'

/** Adds published projects, or drafts, and signs out. @returns their ids */
export async function addProjects(page: Page, names: string[], fields: Record<string, string> = {}) {
  const ids: string[] = []
  await page.request.post('/login', { data: { email: admin.email, password: admin.password } })
  for (const name of names) {
    const response = await page.request.post('/portfolio/add-portfolio', {
      multipart: {
        pname: name,
        purl: 'https://example.com',
        categories: 'Many',
        status: 'published',
        ...fields,
        pimage: { name: 'a.png', mimeType: 'image/png', buffer: onePixel },
      },
    })
    expect(response.status()).toBe(201)
    ids.push((await response.json()).portfolio.id)
  }
  await page.context().clearCookies()
  return ids
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
