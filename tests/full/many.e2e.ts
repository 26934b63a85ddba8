// The dashboard after years of use: first page, last page and search of very long lists, and their pages by keyboard alone.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../support/browser.ts'
import { enter, writeMessage } from '../support/dashboard.ts'
import { holdRequests } from '../support/held-requests.ts'

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

test('the button that turns the page keeps the focus, also while the page is fetched and on the last one', async ({
  page,
}) => {
  for (let n = 1; n <= 21; n++) await writeMessage(page.request, { name: `Visitor ${n}` })
  await enter(page, '/dashboard/view-contacts')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const next = pages.getByRole('button', { name: 'Next' })
  await expect(pages).toContainText('Page 1 of 3')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const second = await holdRequests(page, '**/contacts?*page=2*')
  await next.press('Enter')
  await expect(next).toBeDisabled()
  // Nothing happens to what is pressed meanwhile.
  await page.keyboard.press('Enter')
  await expect(next).toBeFocused()
  second.release()
  await expect(pages).toContainText('Page 2 of 3')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('Page 3 of 3')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=3/)
  await pages.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(pages).toContainText('Page 2 of 3')
})
