// A preview of a site that the server has checked: what it found is shown at once, and the browser's own check is second
// [R123, R215, R219].
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/browser.ts'
import { test } from '../support/checked-site.ts'
import { expectWholeImage, publish } from '../support/framed-site.ts'

test.use({ expectedNoise: /net::ERR_|sandboxed|violates the following Content|Mixed Content/ })

const mayNot = 'This site may not allow embedding. Here is an image of it.'
const dead = 'This site does not respond at the moment. Here is an image of it.'
const denied: [number, Record<string, string>] = [200, { 'X-Frame-Options': 'DENY' }]

/** The requests that the browser makes to the site, which respond as given; none is let out. */
async function siteOf(page: Page, host: string, body: string | null) {
  const requests: string[] = []
  await page.route(`**://${host}/**`, (route) => {
    requests.push(route.request().url())
    return body === null ? route.abort() : route.fulfill({ contentType: 'text/html', body })
  })
  return requests
}

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a site that forbids framing is not requested, and the toolbar works on its image', async ({
  page,
  checked,
}) => {
  const requests = await siteOf(page, 'a.example', '<h1>Site</h1>')
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

test('opened from the gallery, too, and live again once the server has found it open', async ({
  page,
  checked,
}) => {
  await siteOf(page, 'a.example', '<h1>Open now</h1>')
  checked.responses['a.example/'] = denied
  await publish(page.request, [{ pname: 'Closed', purl: 'http://a.example/' }])
  await checked.check()
  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'View Closed' }).click()
  await expect(notice(page, mayNot)).toBeVisible()
  delete checked.responses['a.example/']
  checked.pass(26 * 60 * 60_000)
  await checked.check()
  await page.reload()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Open now' })).toBeVisible()
  await expect(notice(page, mayNot)).toHaveCount(0)
})

test('a site that is dead to the server and to the browser stays an image, and is told as dead', async ({
  page,
  checked,
}) => {
  await siteOf(page, 'b.example', null)
  checked.responses['b.example/'] = [404]
  const [id] = await publish(page.request, [{ pname: 'Gone', purl: 'http://b.example/' }])
  await checked.check()
  await page.clock.install()
  await page.goto(`/portfolio/${id}`)
  await expect(notice(page, dead)).toBeVisible()
  await expect(page.getByText('Loading preview...')).toHaveCount(0)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.clock.runFor(60_000)
  await expect(notice(page, dead)).toBeVisible()
  await expectWholeImage(page)
})

test('a site that is dead to the server and not to the browser replaces the image', async ({
  page,
  checked,
}) => {
  await siteOf(page, 'b.example', '<h1>Here I am</h1>')
  checked.responses['b.example/'] = [500]
  const [id] = await publish(page.request, [{ pname: 'Alive', purl: 'http://b.example/' }])
  await checked.check()
  await page.goto(`/portfolio/${id}`)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Here I am' })).toBeVisible()
  await expect(notice(page, dead)).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the image and the way to the site are there, and no buttons that do nothing', async ({
    page,
    checked,
  }) => {
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

  test('one that leads to a page without encryption shows its image and why', async ({ page, checked }) => {
    await page.route(`${https}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: checked.url + pathname + search }) })
    })
    const requests = await siteOf(page, 'secure.example', '<h1>Site</h1>')
    checked.responses['secure.example/'] = [302, { Location: 'http://a.example/' }]
    const [id] = await publish(page.request, [{ pname: 'Plain', purl: 'https://secure.example/' }])
    await checked.check()
    await page.goto(`${https}/portfolio/${id}`)
    await expect(page.getByText('This project is served without encryption')).toBeVisible()
    await expectWholeImage(page)
    expect(requests).toEqual([])
  })
})
