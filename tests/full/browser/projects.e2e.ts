// Projects in the owner's order; the edit dialog with the focal point of its image, screenshots of the whole page and checks;
// and dead projects. Dragged rows: tests/browser/dashboard/site-editor.e2e.ts.
import { checkNow } from '../../../server/preview/check-job.ts'
import { enter, expect, expectAccessible, expectAlert, press, test } from '../../support/browser.ts'
import { startTestNetwork } from '../../support/peers/test-network.ts'
import { chosenImage } from '../../support/sample-images.ts'
import { publishProject } from '../../support/seed.ts'

type SiteResponse = [status: number, headers?: Record<string, string>]

const checkedTest = test.extend<{ site: { response: SiteResponse } }>({
  env: { PREVIEW_CHECK: 'on' },
  /** What http://secure.example responds with to the server. */
  site: async ({ app }, use) => {
    const site = { response: [200] as SiteResponse }
    const network = await startTestNetwork((_request, response) => response.writeHead(...site.response).end())
    Object.assign(app.context.network, network)
    await use(site)
    await network.stop()
  },
})

test('a project is moved by the keyboard on its handle, and by its menu', async ({ page }) => {
  const expectTitles = (...names: string[]) =>
    expect(page.locator('tr[data-row] td:nth-child(4)').filter({ visible: true })).toContainText(names)
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await enter(page, '/dashboard/view-portfolio?sort=own')
  await expect(page.getByText('The public gallery follows this order.')).toBeVisible()
  await expectTitles('Fjordlys Hotel', 'Vélo Atlas', 'Kestrel Audio', 'Molino Bakery')
  const kestrel = page.getByRole('button', { name: 'Move Kestrel Audio', exact: true })
  await kestrel.focus()
  await type('Space', 'ArrowUp', 'Space')
  await expect(page.getByRole('status').filter({ hasText: 'dropped, position 2 of 10' })).toHaveCount(1)
  await expectTitles('Fjordlys Hotel', 'Kestrel Audio', 'Vélo Atlas', 'Molino Bakery')
  await expect(kestrel).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Molino Bakery' })
  await more.press('Enter')
  const up = page.getByRole('menuitem', { name: 'Move up' })
  await expect(up).toBeFocused()
  await type('ArrowDown', 'ArrowDown', 'Enter')
  await expectTitles('Molino Bakery', 'Fjordlys Hotel', 'Kestrel Audio')
  await expect(more).toBeFocused()
  await page.getByLabel('Status').selectOption('Published')
  await expect(page.getByText('Clear search and status to move projects.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 2 }).nth(2)).toHaveText('Kestrel Audio')
})

test('a tall image shows its top, until another point is moved by keys or dragged', async ({ page, app }) => {
  await publishProject(app, 'Harbour Radio')
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Harbour Radio' }).click()
  const small = page.getByText('may look blurred')
  const point = page.getByRole('slider', { name: 'Focal point' })
  const expectPoint = async (left: number, top: number) => {
    const text = `${left} % from the left, ${top} % from the top`
    await expect(point).toHaveAttribute('aria-valuetext', text)
    const preview = page.getByRole('dialog').locator('img[style*="object-position"]').first()
    await expect(preview).toHaveCSS('object-position', `${left}% ${top}%`)
  }
  const frame = async () => (await point.locator('..').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const choose = page.getByLabel('Image', { exact: true })
  await choose.setInputFiles(await chosenImage(640, 480))
  await expect(small).toContainText('This image is 640 × 480 px')
  await choose.setInputFiles(await chosenImage(1200, 3600))
  await page.getByRole('button', { name: 'Focal point' }).click()
  await expect(small).toHaveCount(0)
  await expectPoint(50, 0)
  // Also at the very top, the whole point is on the image.
  expect((await point.boundingBox())?.y).toBeGreaterThanOrEqual((await frame()).y)
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'ArrowLeft']) await point.press(key)
  await expectPoint(49, 11)
  // A press on the image sets the point, and dragging moves it.
  await point.hover()
  await page.mouse.down()
  // Measured now: the hover waits for the dialog's animation and scrolls the point into view.
  const { x, y, width, height } = await frame()
  await page.mouse.move(x + width / 4, y + height * 0.9, { steps: 4 })
  await page.mouse.up()
  await expectPoint(25, 90)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const shown = page.getByRole('row', { name: /Harbour Radio/ }).locator('img')
  await expect(shown).toHaveCSS('object-position', '25% 90%')

  await page.goto('/portfolio')
  for (const [name, position] of Object.entries({ 'Harbour Radio': '25% 90%', 'Fjordlys Hotel': '50% 0%' }))
    await expect(page.getByRole('img', { name })).toHaveCSS('object-position', position)
})

test('screenshots are chosen, replaced and removed with what is typed', async ({ page, noise }) => {
  noise.push(/status of 4\d\d|net::ERR_FAILED|could not be loaded/)
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Kestrel Audio' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Preview' }).click()
  const desktop = dialog.getByLabel('Full page screenshot', { exact: true })
  const phone = dialog.getByLabel('Phone screenshot', { exact: true })
  const save = dialog.getByRole('button', { name: 'Update Portfolio' })
  await dialog.getByLabel('Portfolio Name').fill('Kestrel, typed')
  await desktop.setInputFiles(await chosenImage(60, 20_001))
  await save.click()
  await expect(desktop).toBeFocused({ timeout: 30_000 })
  await expect(desktop).toHaveAccessibleDescription('A screenshot may be at most 20,000 px high.')
  await desktop.setInputFiles(await chosenImage(60, 5_000))
  await dialog.getByRole('button', { name: 'Tablet and phone screenshots' }).press('Enter')
  await phone.setInputFiles(await chosenImage(40, 300))
  await save.click()
  await expectAlert(page, 'Portfolio updated successfully!')
  const phoneSize = dialog.getByText('40 x 300 px')
  for (const size of [dialog.getByText('60 x 5,000 px'), phoneSize]) await expect(size).toBeVisible()

  await dialog.getByRole('button', { name: 'Remove Phone screenshot' }).press('Enter')
  await expect(phone).toBeFocused()
  await desktop.setInputFiles(await chosenImage(90, 500))
  await save.click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Kestrel, typed' }).click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible()
  await expect(phoneSize).toHaveCount(0)
})

test('the edit dialog counts what is typed, has its error at the field, and confirms a discard', async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const opener = page.getByRole('button', { name: 'Edit Kestrel Audio' })
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(dialog.getByRole('link', { name: 'Current image' })).toHaveAttribute('href', /^\/uploads\//)
  await dialog.getByRole('heading', { name: 'Case study' }).click()
  const year = dialog.getByLabel('Year')
  // Typing is not cut.
  await year.fill('2025, and a little of 2026')
  await expect(dialog.getByText('26 of 20')).toHaveCSS('font-weight', '600')
  await press(page, 'Update Portfolio')
  await expect(year).toBeFocused()
  await expect(year).toHaveAccessibleDescription('Year must be at most 20 characters. 26 of 20')
  await year.fill('2025')
  await dialog.getByLabel('Portfolio Name').fill('Kestrel')
  await page.keyboard.press('Escape')
  const discard = page.getByRole('dialog', { name: 'Discard changes?' })
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Portfolio Name')).toHaveValue('Kestrel')
  const gate = Promise.withResolvers<void>()
  await page.route('**/update/*', (route) => gate.promise.then(() => route.continue()), { times: 1 })
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  // The dialog stays open, however often it is asked to close while it saves.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape')
  gate.resolve()
  await expectAlert(page, 'Portfolio updated successfully!')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row', { name: /^Select Kestrel Kestrel / })).toBeVisible()
})

checkedTest('a badge in the edit dialog opens the reason, and checks again', async ({ page, app, site }) => {
  site.response = [200, { 'X-Frame-Options': 'SAMEORIGIN' }]
  const { id } = await publishProject(app, 'Closed', { purl: 'http://secure.example/' })
  await checkNow(app.context, id)
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
  site.response = [200]
  await state.getByRole('button', { name: 'Check again: Closed' }).click()
  await expect(state.getByRole('button', { name: 'Shown live' })).toBeVisible()
  await expect(state.getByRole('status')).toHaveText('Checked now: Shown live.')
  await expect(page.getByLabel('Role')).toHaveValue('Design')
})

checkedTest('a project that is dead has its reason in the list and at home', async ({ page, app, site }) => {
  site.response = [404]
  const { id } = await publishProject(app, 'Gone', { purl: 'http://secure.example/' })
  await checkNow(app.context, id)
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Does not respond' }).press('Enter')
  await expect(page.getByText('It responds with 404 Not Found.')).toBeVisible()
  await page.goto('/dashboard')
  const toDo = page.getByRole('region', { name: 'To do' })
  const dead = toDo.getByRole('listitem').filter({ hasText: 'Gone does not respond' })
  await expect(dead).toContainText('It responds with 404 Not Found. Dead since')
  site.response = [200]
  await page.getByRole('button', { name: 'Check again: Gone' }).click()
  await expect(page.getByText('Gone responds again.')).toBeVisible()
  await expect(dead).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
