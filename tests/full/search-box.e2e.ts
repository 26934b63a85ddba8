// The search box, here that of the gallery, whose text reaches the URL 300 ms after the last keystroke: what is pressed or
// typed in these moments is not lost.
import type { Page } from '@playwright/test'
import { expect, readOnlyTest as test } from '../support/browser.ts'

const wait = 300

declare global {
  interface Window {
    /** Ends the wait now. */
    endWait(): void
  }
}

/** Ends the wait of a search when the test says so, and not after some time. */
async function holdSearches(page: Page) {
  await page.addInitScript((ms) => {
    const { setTimeout: set, clearTimeout: clear } = window
    const held = new Map<number, () => void>()
    let last = -1
    window.setTimeout = ((run: () => void, after?: number, ...values: unknown[]) => {
      if (after !== ms) return set(run, after, ...values)
      held.set(--last, run)
      return last
    }) as typeof window.setTimeout
    window.clearTimeout = (id) => {
      if (!held.delete(id as number)) clear(id)
    }
    window.endWait = () => {
      for (const [id, run] of held) {
        held.delete(id)
        run()
      }
    }
  }, wait)
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

test.describe('while the gallery waits for the next keystroke', () => {
  test.beforeEach(async ({ page }) => {
    await holdSearches(page)
    await page.goto('/portfolio')
    await field(page).pressSequentially('juno')
  })

  test('a link to another page is followed', async ({ page }) => {
    // In one task: the page has not yet heard of the link when the wait is over.
    await page
      .getByRole('link', { name: 'About', exact: true })
      .first()
      .evaluate((element: HTMLElement) => {
        element.click()
        window.endWait()
      })
    await expect(page).toHaveURL('/about')
    await expect(field(page)).toHaveCount(0)
  })

  test('a text that is deleted before the page shows what it found is deleted from the URL, too', async ({
    page,
  }) => {
    await field(page).evaluate((input: HTMLInputElement) => {
      window.endWait()
      input.select()
      document.execCommand('delete')
    })
    await expect(page).toHaveURL('/portfolio?search=juno')
    // The next wait begins when React has heard of the deletion.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.endWait())
        return new URL(page.url()).search
      })
      .toBe('')
    await expect(field(page)).toHaveValue('')
  })

  test('what is typed in the middle stays in its place', async ({ page }) => {
    await field(page).press('Home')
    await field(page).press('x')
    await page.evaluate(() => window.endWait())
    await expect(page).toHaveURL('/portfolio?search=xjuno')
    await page.keyboard.press('y')
    await expect(field(page)).toHaveValue('xyjuno')
  })
})

test('a category that is pressed right after the wait keeps the search', async ({ page }) => {
  await holdSearches(page)
  await page.goto('/portfolio')
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('o')
  await page.getByRole('button', { name: 'React' }).evaluate((button: HTMLElement) => {
    window.endWait()
    button.click()
  })
  await expect(page).toHaveURL('/portfolio?category=React&search=o')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('o')
  await page.goBack()
  await expect(page).not.toHaveURL(/category/)
})
