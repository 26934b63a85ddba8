// Half the space: the narrowest phone, and a browser whose own font size is doubled, which is not zoom: no page scrolls sideways.
import { allPages } from '../../../contract/pages.ts'
import { findBrowser } from '../../../scripts/browser.mjs'
import { enter, expectNoSidewaysScroll, test } from '../../support/browser.ts'

test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
  },
})
test.beforeEach(({ noise }) => void noise.push(/status of 40[014]/))

test('no page scrolls sideways with text of twice the size', async ({ page }) => {
  test.slow()
  await enter(page, '/dashboard')
  for (const path of allPages.filter((one) => !one.includes(':')))
    await test.step(path, async () => {
      await page.goto(path)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoSidewaysScroll(page)
      }
    })
})
