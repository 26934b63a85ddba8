// The owner's ways from the dashboard to what visitors see.
import { expect, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { covers, enter, expectAlert } from '../support/dashboard.ts'

test('adding or publishing a project offers its preview; only admins see that of a draft', async ({
  page,
  browser,
}) => {
  await enter(page, '/dashboard/add-portfolio')
  const add = async (name: string, status: string) => {
    await page.getByLabel('Project name').fill(name)
    await page.getByLabel('URL').fill(`https://${name.toLowerCase()}.example/`)
    await page.getByLabel('Categories', { exact: true }).fill('Day Work')
    await page.getByLabel('Status').selectOption(status)
    await page.getByLabel('Preview', { exact: true }).selectOption('Show the image')
    await page.getByLabel('Image').setInputFiles(`${covers}/kestrel.webp`)
    await page.getByRole('button', { name: 'Add Portfolio' }).click()
  }
  const viewLive = page.getByRole('alert').getByRole('link', { name: 'View live' })
  const expectPreviewOf = async (name: string) => {
    await viewLive.click()
    await expect(page).toHaveURL(/\/portfolio\/(lantern|kettle)$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }

  await add('Lantern', 'published')
  await expectAlert(page, 'Portfolio added successfully! Edit Lantern View live View portfolios')
  await expectPreviewOf('Lantern')
  await page.goBack()
  await add('Kettle', 'draft')
  await expectAlert(page, 'Portfolio added successfully! Edit Kettle Preview View portfolios')
  const preview = page.getByRole('alert').getByRole('link', { name: 'Preview' })
  await expect(preview).toHaveAttribute('href', '/dashboard/view-portfolio/kettle')

  await page.getByRole('link', { name: 'Edit Kettle' }).click()
  await expect(page.getByRole('dialog').getByLabel('Portfolio Name')).toHaveValue('Kettle')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open preview' }).click()
  const draft = await opened
  await expect(draft.getByRole('heading', { level: 1 })).toHaveText('Kettle')
  await expect(draft.getByText('Draft: only admins see it')).toBeVisible()
  await expect(draft.getByRole('main').getByRole('img', { name: /Kettle/ })).toBeVisible()
  const visitor = await browser.newPage()
  await visitor.goto(draft.url())
  await expect(visitor).toHaveURL((url) => url.pathname === '/login')
  await visitor.close()
  await draft.close()
  await page.getByRole('dialog').getByLabel('Status').selectOption('published')
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully! View live')
  await expectPreviewOf('Kettle')
  await page.goBack()

  const set = async (status: string) => {
    await page.getByLabel('Select Kettle').check()
    await page.getByLabel('Update Status').selectOption(status)
    await page.getByRole('button', { name: 'Apply' }).click()
  }
  await set('draft')
  await expectAlert(page, '1 portfolio set to draft.')
  await set('published')
  await expectAlert(page, '1 portfolio set to published. View live')
  await expectPreviewOf('Kettle')
})

test('the header of the dashboard leads to the site, on a phone by its menu', async ({ page }) => {
  await enter(page, '/dashboard')
  const viewSite = page.getByRole('link', { name: 'View site' })
  for (const width of [1440, 1180, 961]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(viewSite).toBeVisible()
    await expectNoSidewaysScroll(page)
    // No part of the bar is squeezed.
    expect(
      (await page.getByRole('banner').getByRole('link', { name: 'Juno Balint' }).locator('svg').boundingBox())
        ?.width,
    ).toBe(30)
  }
  await viewSite.click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await viewSite.click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})
