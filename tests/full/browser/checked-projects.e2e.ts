// A project that is not checked or dead in the dashboard: in the list with its reason, and on the home until it responds.
// A check at once: checked-sites.e2e.ts.
import { expect } from '../../support/browser.ts'
import { enter, publish } from '../../support/dashboard.ts'
import { test } from '../../support/peers/checked-site.ts'

test('a project that is dead has its reason in the list and at home', async ({ page, app, checked }) => {
  checked.hosts['c.example'] = Object.assign(new Error('away'), { code: 'ESERVFAIL' })
  await publish(page.request, [{ pname: 'Gone', purl: 'http://c.example/' }])
  await enter(page, '/dashboard')
  const toDo = page.getByRole('region', { name: 'To do' })
  await expect(toDo).toContainText(/not checked\./)
  await checked.check()
  await page.reload()
  await expect(toDo).toContainText('not checked: this server has no way to the internet.')
  await page.goto('/dashboard/view-portfolio')
  await page.getByRole('row', { name: /Gone/ }).getByRole('button', { name: 'Not checked' }).press('Enter')
  await expect(page.getByText('This server has no way to the internet, or no DNS.')).toBeVisible()

  checked.hosts['c.example'] = checked.hosts['a.example'] ?? []
  checked.responses['c.example/'] = [404]
  // A server without a network tries again in an hour.
  app.pass(3_600_000)
  await checked.check()
  await page.goto('/dashboard')
  const dead = toDo.getByRole('listitem').filter({ hasText: 'Gone does not respond' })
  await expect(dead).toContainText('It responds with 404 Not Found. Dead since')
  await page.goto('/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Does not respond' }).press('Enter')
  await expect(page.getByText('It responds with 404 Not Found.')).toBeVisible()
  await page.goto('/dashboard')
  checked.responses['c.example/'] = [200]
  await page.getByRole('button', { name: 'Check again: Gone' }).click()
  await expect(page.getByText('Gone responds again.')).toBeVisible()
  await expect(dead).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
