// A browser whose own font size is doubled, which is not zoom: layouts have half the space, whatever the window is.

import { findBrowser } from '../../scripts/browser.mjs'
import { expectNoSidewaysScroll, signIn, readOnlyTest as test } from '../support/browser.ts'
import { adminPages, visitorPages } from '../support/every-page.ts'

test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
  },
  expectedNoise: /status of 404/,
})

test('no page scrolls sideways with text of twice the size, for a signed-in admin', async ({ page }) => {
  await signIn(page)
  for (const { path } of [...visitorPages, ...adminPages]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('no page of the dashboard scrolls sideways with text of twice the size', async ({ page }) => {
    await signIn(page)
    for (const { path } of adminPages)
      await test.step(path, async () => {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await expectNoSidewaysScroll(page)
      })
  })
})
