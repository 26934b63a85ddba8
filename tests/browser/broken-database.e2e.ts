// Pages while the database cannot be read, and what a visitor can do once it can.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '../support/browser.ts'

test.use({ expectedNoise: /status of 500|Error [0-9a-f]{8}:/ })

test('gallery and preview show an error, and their projects once the database can be read', {
  tag: '@full',
}, async ({ page, dataDir, request }) => {
  const { id } = (await (await request.get('/getportfolio/public?search=fjord')).json()).portfolios[0]
  const database = new DatabaseSync(join(dataDir, 'portfolio.db'), { timeout: 5_000 })
  database.exec('alter table items rename to away')
  const response = await page.goto('/portfolio')
  expect(response?.status()).toBe(500)
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByText('Error: Something went wrong.')).toBeVisible()
  const preview = await page.context().newPage()
  expect((await preview.goto(`/portfolio/${id}`))?.status()).toBe(500)
  await expect(preview.getByText('Something went wrong.')).toBeVisible()

  database.exec('alter table away rename to items')
  database.close()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article')).toHaveCount(10)
  // What failed was cached for nobody.
  expect((await page.goto('/portfolio'))?.status()).toBe(200)
  await expect(page.getByRole('article')).toHaveCount(10)
  expect((await preview.goto(`/portfolio/${id}`))?.status()).toBe(200)
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
})
