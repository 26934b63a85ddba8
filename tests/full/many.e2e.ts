// The dashboard after years of use: first page, last page and search of very long lists.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const root = join(import.meta.dirname, '../..')

test('10,000 projects, 10,000 messages and 1,000 users are listed, paged and searched', async ({
  page,
  dataDir,
}) => {
  execFileSync(
    process.execPath,
    [join(root, 'tests/support/seed.ts'), '--items=10000', '--messages=10000', '--users=1000'],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir } },
  )
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })

  await enter(page, '/dashboard/view-portfolio')
  await expect(rows).toHaveCount(10)
  await page.goto('/dashboard/view-portfolio?page=1001')
  await expect(pages).toContainText('Page 1001 of 1001')
  await expect(rows).toHaveCount(10)
  await page.getByRole('searchbox').fill('9999')
  await expect(rows).toHaveText([/ 9999/])

  await page.goto('/dashboard/view-contacts')
  await expect(rows).toHaveCount(10)
  await page.goto('/dashboard/view-contacts?page=1000')
  await expect(pages).toContainText('Page 1000 of 1000')
  await expect(rows).toHaveCount(10)
  await page.getByRole('searchbox').fill('visitor4711@')
  await expect(rows).toHaveText([/visitor4711@example\.net/])

  await page.goto('/dashboard/users')
  await expect(rows).toHaveCount(5)
  await page.goto('/dashboard/users?page=201')
  await expect(pages).toContainText('Page 201 of 201')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox').fill('user777@')
  await expect(rows).toHaveText([/user777@example\.net/])
})
