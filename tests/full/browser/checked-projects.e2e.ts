// A dead project in the dashboard: in the list with its reason, and on the home until it responds. A check at once:
// checked-sites.e2e.ts.
import { expect } from '../../support/browser.ts'
import { enter, publish } from '../../support/dashboard.ts'
import { test } from '../../support/peers/checked-site.ts'

test('what was never checked is told as such, in the list and on the home, and a server without a network as the reason', async ({
  page,
  checked,
}) => {
  checked.hosts['c.example'] = Object.assign(new Error('away'), { code: 'ESERVFAIL' })
  await publish(page.request, [{ pname: 'Unseen', purl: 'http://c.example/' }])
  await enter(page, '/dashboard')
  const toDo = page.getByRole('region', { name: 'To do' })
  await expect(toDo).toContainText('The link is not checked.')
  await checked.check()
  await page.reload()
  await expect(toDo).toContainText('The link is not checked: this server has no way to the internet.')
  await page.goto('/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Not checked' }).press('Enter')
  await expect(page.getByText('This server has no way to the internet, or no DNS.')).toBeVisible()
})

test('a dead link has its reason in the list, and is on the home of the dashboard until it responds again', async ({
  page,
  checked,
}) => {
  checked.responses['c.example/'] = [404]
  await publish(page.request, [{ pname: 'Gone', purl: 'http://c.example/' }])
  await checked.check()
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Does not respond' }).press('Enter')
  await expect(page.getByText('It responds with 404 Not Found.')).toBeVisible()
  await page.goto('/dashboard')
  const dead = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Gone' })
  await expect(dead).toContainText('Gone does not respond')
  await expect(dead).toContainText('It responds with 404 Not Found. Dead since')
  await page.getByRole('button', { name: 'Check again: Gone' }).click()
  await expect(dead.getByRole('status')).toHaveText('Checked now: Does not respond.')
  checked.responses['c.example/'] = [200]
  await page.getByRole('button', { name: 'Check again: Gone' }).click()
  await expect(page.getByText('Gone responds again.')).toBeVisible()
  await expect(dead).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
