// The preview of a project, as a visitor uses it: live, or its image where the server found that the site cannot be framed.
import type { Page } from '@playwright/test'
import type { PreviewReason } from '../../contract/preview-check.ts'
import type { PreviewState } from '../../contract/responses/projects.ts'
import { expect, expectAccessible, holdRequests, test } from '../support/browser.ts'
import { publishProject } from '../support/seed.ts'

/** Neither cropped nor stretched, and as wide as its frame. */
async function expectWholeImage(page: Page) {
  const image = page.getByRole('region', { name: /^Image of/ }).getByRole('img')
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const [shown, own, margin] = await image.evaluate((img: HTMLImageElement) => [
    img.clientWidth / img.clientHeight,
    img.naturalWidth / img.naturalHeight,
    (img.closest('section')?.clientWidth ?? 0) - img.clientWidth,
  ])
  expect(shown).toBeCloseTo(own ?? 0, 1)
  expect(margin).toBe(0)
}

test.use({ env: { PREVIEW_CHECK: 'on' } })
test.beforeEach(({ noise }) => void noise.push(/status of (404|500)/))

test('a site is framed in a sandbox, on three devices, without loading again; a failure has Retry', async ({
  page,
}) => {
  await page.goto('/portfolio?search=fjord')
  const project = await holdRequests(page, '**/getportfolio/public?id=*')
  const site = await holdRequests(page, '**/demo/*')
  const loading = page.getByText('Loading preview...')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
  await expect(page.getByText('Loading portfolio...')).toBeVisible()
  project.release()
  await expect(loading).toBeVisible()
  await expect(page.getByRole('group', { name: 'Device' })).toHaveCount(0)
  site.release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(loading).toHaveCount(0)
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('title', 'Preview of Fjordlys Hotel')
  const sandbox = (await frame.getAttribute('sandbox')) ?? ''
  expect(sandbox).not.toContain('top-navigation')
  expect(sandbox).not.toContain('allow-same-origin')
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('footer')).toHaveCount(0)

  const loads = site.count()
  const device = page.locator('main > div:has(iframe)')
  const stage = await page.locator('main').boundingBox()
  for (const [name, width, share] of [
    ['Tablet', 768, 0.9],
    ['Mobile', 375, 0.8],
  ] as const) {
    const button = page.getByRole('button', { name })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => Math.round((await device.boundingBox())?.width ?? 0)).toBe(width)
    expect(((await device.boundingBox())?.height ?? 0) / (stage?.height ?? 1)).toBeCloseTo(share, 1)
    await expect(page.getByText(`${width} px`)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(async () => (await device.boundingBox())?.width).toBe(stage?.width)
  expect(site.count()).toBe(loads)

  // Close goes back; opened from a link it goes to the gallery.
  const address = page.url()
  await page.getByRole('link', { name: 'Close preview' }).click()
  await expect(page).toHaveURL('/portfolio?search=fjord')
  await expect(page).toHaveTitle('Portfolio | Juno Balint')
  const fresh = await page.context().newPage()
  await fresh.goto(address)
  // A low window scrolls to the frame.
  await fresh.setViewportSize({ width: 568, height: 320 })
  await expect.poll(async () => (await fresh.locator('iframe').boundingBox())?.height).toBeGreaterThan(150)
  await fresh.getByRole('link', { name: 'Close preview' }).click()
  await expect(fresh).toHaveURL('/portfolio')

  await fresh.route(
    '**/getportfolio/public?id=*',
    (route) => route.fulfill({ status: 500, json: { success: false, message: 'No.' } }),
    { times: 1 },
  )
  await fresh.getByRole('link', { name: 'View Ledgerline' }).click()
  await expect(fresh.getByRole('alert')).toHaveText('Something went wrong.')
  await expect(fresh.getByRole('link', { name: 'Go to Portfolio' })).toBeVisible()
  await fresh.getByRole('button', { name: 'Retry' }).click()
  await expect(fresh.getByRole('heading', { level: 1 })).toHaveText('Ledgerline')
})

test('sites that forbid framing or are dead are images, and not requested', async ({ page, app }) => {
  const requests: string[] = []
  await page.route('**://*.example/**', (route) => {
    requests.push(route.request().url())
    return route.abort()
  })
  const found = async (
    name: string,
    purl: string,
    finding: { state: PreviewState; reason: PreviewReason },
  ) => {
    const { id } = await publishProject(app, name, { purl })
    const check = app.context.db.updateTable('preview_checks').where('project_id', '=', id)
    await check.set(finding).execute()
    return id
  }
  const forbidden = { state: 'forbidden', reason: 'x-frame-options' } as const
  const closed = await found('Closed', 'http://a.example/', forbidden)
  const gone = await found('Gone', 'http://b.example/', { state: 'dead', reason: 'status' })
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
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect(page.getByRole('button', { name: 'Tablet' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('768 px')).toBeVisible()
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
  await expectWholeImage(page)
  await page.getByRole('region', { name: 'Image of Closed' }).focus()
  await expect(page.getByRole('region', { name: 'Image of Closed' })).toBeFocused()
  await expectAccessible(page)
  expect(requests).toEqual([])
})
