// The search boxes of the gallery and of the dashboard's lists, whose text reaches the URL 300 ms after the last keystroke:
// what is pressed or typed in these moments is not lost.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const wait = 300

interface Waiting {
  end: () => void
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
    const waiting: Waiting = {
      end() {
        for (const [id, run] of held) {
          held.delete(id)
          run()
        }
      },
    }
    Object.assign(window, { waiting })
  }, wait)
}

const lists = [
  { name: 'the gallery', path: '/portfolio', box: 'Search', link: 'About', other: '/about' },
  {
    name: 'a list of the dashboard',
    path: '/dashboard/users',
    box: 'Search by name or email',
    link: 'Settings',
    other: '/dashboard/settings',
  },
]

for (const { name, path, box, link, other } of lists)
  test.describe(`while ${name} waits for the next keystroke`, () => {
    test.beforeEach(async ({ page }) => {
      await holdSearches(page)
      await enter(page, path)
      await page.getByRole('searchbox', { name: box }).pressSequentially('juno')
    })

    test('a link to another page is followed', async ({ page }) => {
      // In one task: the page has not yet heard of the link when the wait is over.
      await page
        .getByRole('link', { name: link, exact: true })
        .first()
        .evaluate((element: HTMLElement) => {
          element.click()
          const { waiting } = window as unknown as { waiting: Waiting }
          waiting.end()
        })
      await expect(page).toHaveURL(other)
      await expect(page.getByRole('searchbox', { name: box })).toHaveCount(0)
    })

    test('a text that is deleted before the page shows what it found is deleted from the URL, too', async ({
      page,
    }) => {
      const field = page.getByRole('searchbox', { name: box })
      await field.evaluate((input: HTMLInputElement) => {
        const { waiting } = window as unknown as { waiting: Waiting }
        waiting.end()
        input.select()
        document.execCommand('delete')
      })
      await expect(page).toHaveURL(`${path}?search=juno`)
      // The next wait begins when React has heard of the deletion.
      await expect
        .poll(async () => {
          await page.evaluate(() => {
            const { waiting } = window as unknown as { waiting: Waiting }
            waiting.end()
          })
          return new URL(page.url()).search
        })
        .toBe('')
      await expect(field).toHaveValue('')
    })

    test('what is typed in the middle stays in its place', async ({ page }) => {
      const field = page.getByRole('searchbox', { name: box })
      await field.press('Home')
      await field.press('x')
      await page.evaluate(() => {
        const { waiting } = window as unknown as { waiting: Waiting }
        waiting.end()
      })
      await expect(page).toHaveURL(`${path}?search=xjuno`)
      await page.keyboard.press('y')
      await expect(field).toHaveValue('xyjuno')
    })
  })

test('a category that is pressed right after the wait keeps the search', async ({ page }) => {
  await holdSearches(page)
  await page.goto('/portfolio')
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('o')
  await page.getByRole('button', { name: 'React' }).evaluate((button: HTMLElement) => {
    const { waiting } = window as unknown as { waiting: Waiting }
    waiting.end()
    button.click()
  })
  await expect(page).toHaveURL('/portfolio?category=React&search=o')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('o')
  await page.goBack()
  await expect(page).not.toHaveURL(/category/)
})
