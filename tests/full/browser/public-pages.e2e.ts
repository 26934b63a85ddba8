// Public pages on paper, where they are scrolled to, and in a browser that knows less.
import type { Page } from '@playwright/test'
import { enter, expect, holdRequests, hydrated, test } from '../../support/browser.ts'

/** Colours of all words that are shown, and of what lies behind the page. */
function colours(page: Page) {
  return page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (
        node.nodeValue?.trim() &&
        element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        found.add(getComputedStyle(element).color)
    }
    return { words: [...found], paper: getComputedStyle(document.body).backgroundColor }
  })
}

test('the dark theme is printed black on white, with headings, without controls', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  // The width of A4 between its margins.
  await page.setViewportSize({ width: 674, height: 950 })
  for (const path of ['/', '/about', '/portfolio', '/portfolio/fjordlys-hotel/case-study', '/contact']) {
    await page.goto(path)
    const headings = await page.locator('main :is(h1, h2):visible').allTextContents()
    await page.emulateMedia({ media: 'print' })
    const { words, paper } = await colours(page)
    expect(words, path).toEqual(['rgb(0, 0, 0)'])
    expect(paper, path).toMatch(/^(rgb\(255, 255, 255\)|oklch\(1 0 0\)|rgba\(0, 0, 0, 0\))$/)
    expect(await page.locator('main :is(h1, h2):visible').allTextContents(), path).toEqual(headings)
    for (const part of ['a[href="#main"]', 'nav a', 'button', 'iframe'])
      await expect(page.locator(part).filter({ visible: true }), `${part} of ${path}`).toHaveCount(0)
    await page.emulateMedia({ media: null })
  }
  await enter(page, '/dashboard')
  await page.goto('/dashboard/view-portfolio')
  await expect(page.getByRole('button', { name: 'Edit Fjordlys Hotel' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect((await colours(page)).words).toEqual(['rgb(0, 0, 0)'])
})

const scrolled = (page: Page) => expect.poll(() => page.evaluate(() => Math.round(scrollY)))
const scrollPage = (page: Page, top: number) => page.evaluate((to) => scrollTo(0, to), top)
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

test('Back from another document shows the place, also of a page two steps before', async ({ page }) => {
  await page.goto('/')
  await scrollPage(page, 900)
  await follow(page, 'About')
  await expect(page).toHaveURL('/about')
  await scrolled(page).toBe(0)
  await scrollPage(page, 300)
  await page.goto('/contact')
  await page.goBack()
  await hydrated(page)
  await scrolled(page).toBe(300)
  await page.goForward()
  await hydrated(page)
  // The document's own script shows it; the browser leaves that to the page here.
  const code = await holdRequests(page, '**/assets/*.js')
  await page.evaluate(() => void setTimeout(() => history.go(-2)))
  await expect(page).toHaveURL('/')
  await scrolled(page).toBe(900)
  code.release()
  await hydrated(page)
  await scrolled(page).toBe(900)
})

test('without the Navigation API and scrollend, as in Safari before 26.2, all works', async ({ page }) => {
  // The slider does not move by itself.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    Object.defineProperty(window, 'navigation', { value: undefined })
    Reflect.deleteProperty(window, 'onscrollend')
    addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true)
  })
  await page.goto('/portfolio?search=fjord')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
  await page.getByRole('link', { name: 'Close preview' }).click()
  await expect(page).toHaveURL('/portfolio?search=fjord')
  await page.goto('/portfolio/fjordlys-hotel')
  await page.getByRole('link', { name: 'Close preview' }).click()
  await expect(page).toHaveURL('/portfolio')
  await page.goto('/')
  for (const slide of [4, 1]) {
    await page.getByRole('button', { name: 'Next image' }).click()
    await expect(page.locator('[aria-current=true]')).toHaveAccessibleName(`Show slide ${slide}`)
  }
})
