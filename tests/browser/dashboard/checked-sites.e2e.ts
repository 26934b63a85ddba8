// What the server found out about the sites of projects: visitors see an image at once where a site cannot be framed, and the
// owner reads why.
import { expect, expectAccessible } from '../../support/browser.ts'
import { enter, publish } from '../../support/dashboard.ts'
import { expectWholeImage, test } from '../../support/peers/checked-site.ts'

test('sites that forbid framing or are dead are images, and not requested', async ({ page, checked }) => {
  const requests: string[] = []
  await page.route('**://*.example/**', (route) => {
    requests.push(route.request().url())
    return route.abort()
  })
  checked.responses['a.example/'] = [200, { 'X-Frame-Options': 'DENY' }]
  checked.responses['b.example/'] = [404]
  const [closed, gone] = await publish(page.request, [
    { pname: 'Closed', purl: 'http://a.example/' },
    { pname: 'Gone', purl: 'http://b.example/' },
  ])
  await checked.check()
  const notice = page.getByRole('status')
  await page.goto(`/portfolio/${gone}`)
  await expect(
    notice.filter({ hasText: 'This site does not respond at the moment. Here is an image of it.' }),
  ).toBeVisible()
  await expectWholeImage(page)
  await page.goto(`/portfolio/${closed}`)
  await expect(
    notice.filter({ hasText: 'This site may not allow embedding. Here is an image of it.' }),
  ).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open live site' })).toHaveAttribute(
    'href',
    'http://a.example/',
  )
  for (const [device, label] of [
    ['Tablet', '768 px'],
    ['Mobile', '375 px'],
    ['Desktop', 'Full width'],
  ] as const) {
    await page.getByRole('button', { name: device }).click()
    await expect(page.getByRole('button', { name: device })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(label)).toBeVisible()
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
    await expectWholeImage(page)
  }
  await page.getByRole('region', { name: 'Image of Closed' }).focus()
  await expect(page.getByRole('region', { name: 'Image of Closed' })).toBeFocused()
  await expectAccessible(page)
  expect(requests).toEqual([])
})

test('a badge in the edit dialog opens the reason, and checks again', async ({ page, checked }) => {
  checked.responses['b.example/'] = [200, { 'X-Frame-Options': 'SAMEORIGIN' }]
  await publish(page.request, [{ pname: 'Closed', purl: 'http://b.example/' }])
  await checked.check()
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Closed' }).click()
  for (const name of ['Case study', 'Preview'])
    await page.getByRole('dialog').getByRole('heading', { name }).click()
  const state = page.getByRole('dialog').getByRole('region', { name: 'Preview' })
  const badge = state.getByRole('button', { name: 'Cannot be framed' })
  await badge.press('Enter')
  await expect(badge).toHaveAttribute('aria-expanded', 'true')
  await expect(state).toContainText('It responds with X-Frame-Options: SAMEORIGIN.')
  await expect(state.getByRole('tab', { name: 'nginx' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Role').fill('Design')
  checked.responses['b.example/'] = [200, {}]
  await state.getByRole('button', { name: 'Check again: Closed' }).click()
  await expect(state.getByRole('button', { name: 'Shown live' })).toBeVisible()
  await expect(state.getByRole('status')).toHaveText('Checked now: Shown live.')
  await expect(page.getByLabel('Role')).toHaveValue('Design')
  const help = state.getByRole('heading', { name: 'This site is shown live' })
  await expect(help).toBeVisible()
  await state.getByRole('button', { name: 'Shown live' }).click()
  await expect(help).toHaveCount(0)
})
