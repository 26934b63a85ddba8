// Close leads back to where a preview was opened, whatever has been done in between; projects that have no preview.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../support/browser.ts'
import { type FramedSite, publish, test } from '../support/framed-site.ts'

test.use({ expectedNoise: /status of|Blocked script execution/ })

const frame = (page: Page) => page.frameLocator('iframe')
const title = (page: Page, text: string) =>
  expect(frame(page).getByRole('heading', { name: text, exact: true })).toBeVisible()
const close = (page: Page) => page.getByRole('link', { name: 'Close preview' })
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#475' } })
  .png()
  .toBuffer()

const twenty = (site: FramedSite) =>
  Array.from({ length: 20 }, (_, i) => ({
    image,
    pname: `Project ${String(i).padStart(2, '0')}`,
    purl: `${site.origin}/`,
    categories: i % 10 ? 'Many' : 'Many, Few',
  }))

/** The second page of the filtered gallery, from which the last project is opened. @returns the scroll position. */
async function openFarDown(page: Page): Promise<number> {
  await page.goto('/portfolio')
  await page.getByRole('button', { name: 'Many', exact: true }).click()
  await expect(page).toHaveURL('/portfolio?category=Many')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000)
      return page.getByRole('article').count()
    })
    .toBe(20)
  const link = page.getByRole('link', { name: 'View Project 00' })
  await link.scrollIntoViewIfNeeded()
  await expect(page.getByText('No more projects to load')).toBeVisible()
  const position = await scrolled(page)
  expect(position).toBeGreaterThan(1_000)
  await link.click()
  await title(page, 'start')
  return position
}

async function expectWhereItWas(page: Page, position: number) {
  await expect(page).toHaveURL('/portfolio?category=Many')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByRole('button', { name: 'Many', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect.poll(() => scrolled(page)).toBe(position)
}

/** Two links inside the frame: two steps of the history that are not ours. */
async function followLinks(page: Page) {
  await frame(page).getByRole('link', { name: 'Second page' }).click()
  await title(page, 'second')
  await frame(page).getByRole('link', { name: 'Third page' }).click()
  await title(page, 'third')
}

test('Close returns to filter, page and scroll position after links and Back in the frame, and to the filter after a reload', async ({
  page,
  site,
}) => {
  await publish(page.request, twenty(site))
  const position = await openFarDown(page)
  await followLinks(page)
  await close(page).click()
  await expectWhereItWas(page, position)
  // It was a step back, not one more step: Back leads to what was before the filter.
  await page.goBack()
  await expect(page).toHaveURL('/portfolio')

  await openFarDown(page)
  await followLinks(page)
  await page.evaluate(() => history.back())
  await title(page, 'second')
  await close(page).click()
  await expectWhereItWas(page, position)
  await page.getByRole('link', { name: 'View Project 00' }).click()
  await page.reload()
  await expect(page.getByRole('group', { name: 'Device' })).toBeVisible()
  await close(page).click()
  await expect(page).toHaveURL('/portfolio?category=Many')
})

test('opened from a link, Close leads to the gallery, also after links in the frame', async ({
  page,
  site,
}) => {
  const [id] = await publish(page.request, [{ pname: 'Linked', purl: `${site.origin}/` }])
  await page.goto(`/portfolio/${id}`)
  await title(page, 'start')
  await followLinks(page)
  await close(page).click()
  await expect(page).toHaveURL('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  // Typed into the address bar of a tab that showed another page of ours.
  await page.goto('/about')
  await page.goto(`/portfolio/${id}`)
  await close(page).click()
  await expect(page).toHaveURL('/portfolio')
})
