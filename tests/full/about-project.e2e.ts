// "About this project" as visitors open it, from the preview's bar, and as its text is there for everyone else.
import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, test } from '../support/browser.ts'

// The tools of the test look into the frame, and the sandbox rejects their scripts.
test.use({ expectedNoise: /the document's frame is sandboxed/ })

const about = {
  summary: 'A booking site for nine rooms.',
  role: 'Design and frontend',
  year: '2025',
  outcome: 'Direct bookings rose.\nThe page loads in a second.',
}

/** Stores it for a project of the demo, and signs out. @returns the path of its preview */
async function tell(page: Page, name = 'Fjordlys Hotel', fields: Record<string, string> = about) {
  const { request } = page
  await request.post('/login', { data: { email: admin.email, password: admin.password } })
  const search = encodeURIComponent(name)
  const [item] = (await (await request.get(`/getportfolio/public?search=${search}`)).json()).portfolios
  const { pname, purl } = item
  const multipart = { pname, purl, categories: JSON.stringify(item.categories), ...fields }
  expect((await request.put(`/update/${item.id}`, { multipart })).status()).toBe(200)
  await page.context().clearCookies()
  return `/portfolio/${item.id}`
}

const parts = (page: Page) => ({
  toggle: page.getByRole('button', { name: 'About this project' }),
  panel: page.getByRole('complementary', { name: 'About this project' }),
  frame: page.locator('main > div:has(iframe)'),
})
const widthOf = async (page: Page) => (await parts(page).frame.boundingBox())?.width
const framed = (page: Page) => page.frameLocator('iframe').getByRole('heading', { level: 1 })

test('stands next to the frame, which gives way and is not loaded again; where nothing is told there is no button', async ({
  page,
}) => {
  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
  await expect(framed(page)).toBeVisible()
  await expect(parts(page).toggle).toHaveCount(0)
  await expect(page.locator('aside')).toHaveCount(0)

  await page.goto(await tell(page))
  const { toggle, panel, frame } = parts(page)
  await expect(framed(page)).toBeVisible()
  await expect(panel).toBeHidden()
  let loads = 0
  page.on('request', (request) => {
    if (request.url().includes('/demo/')) loads++
  })
  await toggle.click()
  await expect(panel).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(panel.getByText(about.summary)).toBeVisible()
  await expect(panel.getByRole('term')).toHaveText(['Role', 'Year'])
  await expect(panel.getByRole('definition')).toHaveText([about.role, about.year])
  await expect(panel.getByRole('heading', { name: 'Outcome' })).toBeVisible()
  expect((await panel.boundingBox())?.width).toBe(420)
  await expect.poll(() => widthOf(page)).toBe(1440 - 420)
  // The width that the site has now.
  await expect(page.getByText('1020 px', { exact: true })).toBeVisible()
  await expect(page.getByText('Full width', { exact: true })).toHaveCount(0)
  await expect(frame).not.toHaveAttribute('inert')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(toggle).toBeFocused()
  await expect.poll(() => widthOf(page)).toBe(1440)
  await expect(page.getByText('Full width', { exact: true })).toBeVisible()
  expect(loads).toBe(0)
})

test('by keyboard: opens, closes with Escape, and leads to the next project', async ({ page }) => {
  await tell(page, 'Vélo Atlas', { summary: 'Rides by map.' })
  await tell(page)
  await page.goto('/portfolio?search=o')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).press('Enter')
  const { toggle, panel } = parts(page)
  await toggle.press('Enter')
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('region', { name: 'Details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('link', { name: 'Next Vélo Atlas' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vélo Atlas')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(panel).toBeHidden()
  await toggle.press('Enter')
  await expect(panel.getByText('Rides by map.')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Previous Fjordlys Hotel' })).toBeVisible()
  await page.keyboard.press('Escape')
  // As from the project that was opened first.
  await page.getByRole('link', { name: 'Close preview' }).press('Enter')
  await expect(page).toHaveURL(/\/portfolio\?search=o$/)
})

test('fits windows of any width, and turns from a column into a sheet over the stage, which is inert until it closes', async ({
  page,
}) => {
  await page.goto(await tell(page, undefined, { ...about, summary: 'W'.repeat(200), role: 'M'.repeat(80) }))
  const { toggle, panel, frame } = parts(page)
  await expect(framed(page)).toBeVisible()
  await toggle.click()
  for (const width of [1920, 1181, 961, 960, 641, 320]) {
    await page.setViewportSize({ width, height: 844 })
    if (width <= 960) await expect(frame).toHaveAttribute('inert')
    else await expect(frame).not.toHaveAttribute('inert')
    const sideways = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('html, header, aside, aside section')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ tagName }) => tagName),
      )
    await expect.poll(sideways, `${width} px`).toEqual([])
    await expect(panel).toBeInViewport()
    // The bar's parts stand side by side.
    const [devices, end] = await Promise.all([
      page.getByRole('group', { name: 'Device' }).boundingBox(),
      toggle.boundingBox(),
    ])
    if (!devices || !end) throw new Error(`a part of the bar is missing at ${width} px`)
    expect(devices.x >= end.x + end.width || end.x >= devices.x + devices.width, `${width} px`).toBe(true)
  }
  await expectAccessible(page)
  const box = await panel.boundingBox()
  expect(Math.round(box?.y ?? 0)).toBe(Math.round(64 + (844 - 64) * 0.18))
  expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 320, 844])
  await expect(panel.getByRole('link', { name: 'Open live site' })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(frame).not.toHaveAttribute('inert')
})

test('its text is in the HTML for search engines and link previews, and on paper', async ({ page }) => {
  const path = await tell(page, undefined, { ...about, summary: 'Rooms </script><b>& "more"' })
  const html = await (await page.request.get(path)).text()
  expect(html).toContain('Rooms &lt;/script&gt;&lt;b&gt;&amp; &quot;more&quot;</p>')
  await page.goto(path)
  for (const name of ['meta[name="description"]', 'meta[property="og:description"]'])
    await expect(page.locator(name)).toHaveAttribute('content', 'Rooms </script><b>& "more"')
  const json = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(json ?? '')).toMatchObject({
    '@type': 'CreativeWork',
    abstract: 'Rooms </script><b>& "more"',
    description: about.outcome,
  })
  const { toggle, panel } = parts(page)
  await expect(panel).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(panel).toBeVisible()
  await expect(panel.getByText('Direct bookings rose.')).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  await expect(toggle).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('it can be read', async ({ page }) => {
    await page.goto(await tell(page))
    const { toggle, panel } = parts(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(panel.getByText(about.summary)).toBeVisible()
    await panel.getByText('Direct bookings rose.').scrollIntoViewIfNeeded()
    await expect(panel.getByText('Direct bookings rose.')).toBeInViewport()
    await expect(toggle).toBeHidden()
    await expect(panel.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open Fjordlys Hotel' })).toBeVisible()
  })
})
