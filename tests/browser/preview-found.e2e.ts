// A preview of a site that the server has checked: what it found against it is shown at once.
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/browser.ts'
import { test } from '../support/checked-site.ts'
import { expectWholeImage, publish } from '../support/framed-site.ts'

const mayNot = 'This site may not allow embedding. Here is an image of it.'
const dead = 'This site does not respond at the moment. Here is an image of it.'
const denied: [number, Record<string, string>] = [200, { 'X-Frame-Options': 'DENY' }]

/** The requests that the browser makes to the site; none is let out. */
async function siteOf(page: Page, host: string) {
  const requests: string[] = []
  await page.route(`**://${host}/**`, (route) => {
    requests.push(route.request().url())
    return route.abort()
  })
  return requests
}

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a site that forbids framing is not requested, and the toolbar works on its image', async ({
  page,
  checked,
}) => {
  const requests = await siteOf(page, 'a.example')
  checked.responses['a.example/'] = denied
  const [id] = await publish(page.request, [{ pname: 'Closed', purl: 'http://a.example/' }])
  await checked.check()
  await page.goto(`/portfolio/${id}`)
  await expect(notice(page, mayNot)).toBeVisible()
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
    const region = page.getByRole('region', { name: 'Image of Closed' })
    await region.focus()
    await expect(region).toBeFocused()
  }
  await expectAccessible(page)
  expect(requests).toEqual([])
})

test('a site that is dead to the server is an image, and is told as dead', async ({ page, checked }) => {
  const requests = await siteOf(page, 'b.example')
  checked.responses['b.example/'] = [404]
  const [id] = await publish(page.request, [{ pname: 'Gone', purl: 'http://b.example/' }])
  await checked.check()
  await page.goto(`/portfolio/${id}`)
  await expect(notice(page, dead)).toBeVisible()
  await expectWholeImage(page)
  expect(requests).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the image and the way to the site are there, and no buttons that do nothing', {
    tag: '@full',
  }, async ({ page, checked }) => {
    checked.responses['a.example/'] = denied
    const [id] = await publish(page.request, [{ pname: 'Closed', purl: 'http://a.example/' }])
    await checked.check()
    await page.goto(`/portfolio/${id}`)
    await expect(notice(page, mayNot)).toBeVisible()
    await expectWholeImage(page)
    await expect(page.getByRole('link', { name: 'Open live site' })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
  })
})

test.describe('where our site is encrypted', () => {
  const https = 'https://portfolio.test'
  test.use({ publicUrl: https })

  test('one that leads to a page without encryption shows its image and why', { tag: '@full' }, async ({
    page,
    checked,
  }) => {
    await page.route(`${https}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: checked.url + pathname + search }) })
    })
    const requests = await siteOf(page, 'secure.example')
    checked.responses['secure.example/'] = [302, { Location: 'http://a.example/' }]
    const [id] = await publish(page.request, [{ pname: 'Plain', purl: 'https://secure.example/' }])
    await checked.check()
    await page.goto(`${https}/portfolio/${id}`)
    await expect(page.getByText('This project is served without encryption')).toBeVisible()
    await expectWholeImage(page)
    expect(requests).toEqual([])
  })
})
