// Touch and small screens: touch targets, hover, the size of inputs, dialogs in low windows.
import type { Locator, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'

/** Half a side of a target of 24 px, from the middle to just inside each edge. */
const reach = [-11.5, 0, 11.5]

/** Presses around the middle of a control arrive at it, as far as 12 px away. */
async function expectTarget(control: Locator): Promise<void> {
  const hits = await control.evaluate((element, reach) => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return reach.flatMap((x) =>
      reach.map((y) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
        return hit === element || (hit instanceof HTMLLabelElement && hit.control === element)
      }),
    )
  }, reach)
  expect(hits).toEqual(hits.map(() => true))
}

/** Selectors of rules that apply and speak of hovering. */
const hoverRules = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue
        if (rule instanceof CSSImportRule && rule.styleSheet) read(rule.styleSheet.cssRules)
        if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover'))
          found.push(rule.selectorText)
        if (rule instanceof CSSGroupingRule) read(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    return found
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('slide buttons and row checkboxes are targets of 24 px, no hover rule applies, inputs have 16 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/')
    for (const tick of await page.getByRole('button', { name: /^Show slide/ }).all()) await expectTarget(tick)
    await expectNoSidewaysScroll(page)
    expect(await hoverRules(page)).toEqual([])
    await enter(page, '/dashboard/view-portfolio')
    await expectTarget(page.getByLabel('Select Fjordlys Hotel'))
    await page.getByLabel('Select Fjordlys Hotel').tap({ position: { x: -8, y: -8 }, force: true })
    await expect(page.getByLabel('Select Fjordlys Hotel')).toBeChecked()
    expect(await hoverRules(page)).toEqual([])
    await page.goto('/dashboard/add-portfolio')
    const sizes = await page
      .locator('main :is(input:not([type=file]), select, textarea)')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  })
})

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 200 } })

  test('a dialog is filled and sent', async ({ page }) => {
    await enter(page, '/dashboard/view-portfolio')
    await page.getByRole('button', { name: 'Edit Fjordlys Hotel' }).click()
    const dialog = page.getByRole('dialog')
    const body = dialog.getByLabel('Portfolio Name')
    await body.click()
    const [first, second] = [await body.boundingBox(), await dialog.getByText('Portfolio URL').boundingBox()]
    expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeGreaterThanOrEqual(16)
    // The field that has the focus is seen whole: nothing that sticks to an edge lies over it.
    const seen = await body.evaluate((field) => {
      const { left, top, bottom } = field.getBoundingClientRect()
      return [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 20, y) === field)
    })
    expect(seen).toEqual([true, true])
    await body.fill('Fjordlys Hotel II')
    expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
    await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
    await expectAlert(page, 'Portfolio updated successfully!')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Fjordlys Hotel II')).toHaveCount(1)
  })
})
