// The card of Settings that says how long messages are stored.
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 } })

    test('is off, and Save is enabled once another period is chosen', async ({ page }) => {
      await enter(page, '/dashboard/settings')
      const card = page.getByRole('region', { name: 'Messages' })
      const period = card.getByLabel('Delete messages')
      const save = card.getByRole('button', { name: 'Save' })
      await expect(period).toBeEnabled()
      await expect(period).toHaveValue('0')
      await expect(save).toBeDisabled()
      await period.selectOption('After 6 months')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await save.press('Enter')
      await expect(card.getByText('Setting saved!')).toBeVisible()
      await expect(save).toBeDisabled()
      await page.reload()
      await expect(period).toHaveValue('6')
    })
  })
