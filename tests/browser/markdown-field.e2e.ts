// The text of About with its buttons and keys [R303].
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const field = (page: Page) =>
  page.getByRole('region', { name: 'About' }).getByRole('textbox', { name: 'Text', exact: true })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name })
const select = (page: Page, part: string) =>
  field(page).evaluate((element: HTMLTextAreaElement, part) => {
    const start = element.value.indexOf(part)
    element.focus()
    element.setSelectionRange(start, start + part.length)
  }, part)
const selected = (page: Page) =>
  field(page).evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  )

test('keys mark what is selected, a second press unmarks it, and undo takes each step back', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  await field(page).fill('I bake bread.')
  await select(page, 'bread')
  await page.keyboard.press('Control+b')
  await expect(field(page)).toHaveValue('I bake **bread**.')
  expect(await selected(page)).toBe('bread')
  await page.keyboard.press('Control+i')
  await expect(field(page)).toHaveValue('I bake ***bread***.')
  await page.keyboard.press('Control+b')
  await expect(field(page)).toHaveValue('I bake *bread*.')
  await page.keyboard.press('Control+z')
  await expect(field(page)).toHaveValue('I bake ***bread***.')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(field(page)).toHaveValue('I bake bread.')
  await page.keyboard.press('Control+Shift+z')
  await expect(field(page)).toHaveValue('I bake **bread**.')
  await select(page, 'bake')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('I [bake](https://) **bread**.')
  // The URL is selected: it is typed next.
  await page.keyboard.type('/portfolio')
  await expect(field(page)).toHaveValue('I [bake](/portfolio) **bread**.')
  const shown = page.frameLocator('iframe[title=Preview]')
  await page.getByLabel('Page').selectOption('About')
  await expect(shown.locator('strong', { hasText: 'bread' })).toBeVisible()
  await expect(shown.getByText('bake', { exact: true })).toHaveAttribute('href', '/portfolio')
})

test('buttons do the same, by mouse and by arrow keys, and the text keeps its focus', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await field(page).fill('rye\nwheat')
  await select(page, 'rye')
  await tool(page, 'Italic').click()
  await expect(field(page)).toHaveValue('*rye*\nwheat')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'Italic')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Link')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('- *rye*\n- wheat')
  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'List')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByText('a new paragraph')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('a new paragraph')).toBeHidden()
  await page.keyboard.press('Home')
  await expect(tool(page, 'Bold')).toBeFocused()
})
