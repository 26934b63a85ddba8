// Half the space: the narrowest phone, and a browser whose own font size is doubled, which is not zoom. No page scrolls sideways,
// and no title breaks inside a word.

import type { Page } from '@playwright/test'
import { allPages } from '../../../contract/pages.ts'
import { findBrowser } from '../../../scripts/browser.mjs'
import { expect, expectNoSidewaysScroll, readOnlyTest as test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'

test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
  },
})
test.beforeEach(({ noise }) => void noise.push(/status of 40[014]/))

/** Words of titles that stand on two lines. */
const brokenWords = (page: Page) =>
  page.locator('h1, h2').evaluateAll((titles) =>
    titles.flatMap(({ firstChild }) => {
      if (!(firstChild instanceof Text)) return []
      return [...firstChild.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(firstChild, index)
        range.setEnd(firstChild, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    }),
  )

test('no page scrolls sideways with text of twice the size', async ({ page }) => {
  test.slow()
  await enter(page, '/dashboard')
  for (const path of allPages.filter((one) => !one.includes(':')))
    await test.step(path, async () => {
      await page.goto(path)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoSidewaysScroll(page)
        expect(await brokenWords(page)).toEqual([])
      }
    })
})
