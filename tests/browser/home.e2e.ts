// Home, About and the gallery at first sight: what they say, and what moves and loads on them.
import type { Locator, Page } from '@playwright/test'
import { expect, readOnlyTest as test } from '../support/browser.ts'

/** Texts that nobody can see although they stand on the screen's page: transparent, or without a size. */
function hiddenTexts(page: Page): Promise<string[]> {
  return page.locator('main :is(h1, h2, h3, p, dt, dd, li, span)').evaluateAll((elements) =>
    elements
      .filter((element) => element.textContent?.trim())
      // The ways to reach the owner, which are there for paper alone.
      .filter((element) => element.closest('section')?.querySelector('h2')?.textContent !== 'Contact')
      .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => element.textContent ?? ''),
  )
}

const carousel = (page: Page) => page.getByRole('region', { name: 'Projects' })
const slides = (page: Page) => carousel(page).getByRole('list')

/** Share of a skill bar's width that is filled, from 0 to 1. */
function filled(bar: Locator): Promise<number> {
  return bar.evaluate((box) => (box.firstElementChild?.clientWidth ?? 0) / box.clientWidth)
}

test.describe('home', () => {
  test('shows the texts and numbers of the specification', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Juno Balint')
    for (const text of [
      'Frontend Developer',
      'I have 2 years of experience in Frontend.',
      '2 Years',
      '50+',
      '24/7',
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    for (const name of ['Web Development', 'UI/UX Design', 'Wordpress Development'])
      await expect(page.locator('#services').getByRole('heading', { name })).toBeVisible()
    await expect(page.locator('#skills li')).toHaveText([
      /WordPress\s*92%/,
      /WooCommerce\s*90%/,
      /HTML\/CSS\s*95%/,
      /JavaScript\s*85%/,
      /React\s*80%/,
    ])
    await expect(page.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
    await expect(page.getByRole('link', { name: 'GO TO PORTFOLIO' })).toHaveAttribute('href', '/portfolio')
    await expect(page.getByText(`Copyright © ${new Date().getFullYear()} Juno Balint`)).toBeVisible()
  })

  test('everything below the fold is shown without scrolling', { tag: '@full' }, async ({ page }) => {
    for (const path of ['/', '/about']) {
      await page.goto(path)
      await expect.poll(() => hiddenTexts(page), path).toEqual([])
      for (const bar of await page.getByRole('progressbar').all())
        expect(await filled(bar)).toBeGreaterThan(0.75)
    }
  })

  test('the slider shows one, two or three by width', async ({ page }) => {
    await page.goto('/')
    for (const [width, inView] of [
      [390, 1],
      [991, 1],
      [992, 2],
      [1199, 2],
      [1200, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const seen = await slides(page).evaluate((list) => {
        const [one, two] = list.children as unknown as HTMLElement[]
        return Math.round(list.clientWidth / ((two?.offsetLeft ?? 0) - (one?.offsetLeft ?? 0)))
      })
      expect([width, seen]).toEqual([width, inView])
    }
  })

  test('the images of the slider are one Tab stop, and the arrow keys scroll in it', {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto('/')
    const links = slides(page).getByRole('link')
    await page.getByRole('button', { name: 'Pause slides' }).click()
    await page.getByRole('button', { name: 'Show slide 1' }).click()
    await expect(page.getByRole('button', { name: 'Show slide 1' })).toHaveAttribute('aria-current', 'true')
    await links.first().focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => slides(page).evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
  })

  test('the slider moves by itself, pauses by button, and moves on by Next slide', async ({ page }) => {
    await page.goto('/')
    const row = slides(page)
    await row.scrollIntoViewIfNeeded()
    await page.mouse.move(5, 5)
    await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause slides' }).click()
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
    const current = () => carousel(page).locator('[aria-current]').getAttribute('aria-label')
    // It may have been paused between two places; the tick follows when the row has come to rest.
    const rests = () =>
      row.evaluate((list) => {
        const [one, two] = list.children as unknown as HTMLElement[]
        const at = list.scrollLeft / ((two?.offsetLeft ?? 0) - (one?.offsetLeft ?? 0))
        return Math.abs(at - Math.round(at)) < 0.02 ? `Show slide ${(Math.round(at) % 6) + 1}` : 'between'
      })
    await expect(async () => expect(await current()).toBe(await rests())).toPass()
    const before = await current()
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expect.poll(current).not.toBe(before)
    for (let i = 1; i <= 6; i++) await expect(row.getByAltText(`Slide ${i}`, { exact: true })).toHaveCount(1)
  })

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('the heading is shown at once and the slider waits for Play', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
      expect(
        await page.getByRole('heading', { level: 1 }).evaluate((name) => getComputedStyle(name).opacity),
      ).toBe('1')
    })
  })
})

test('the slides in view load by themselves, without being scrolled to', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/')
  const loaded = () =>
    slides(page)
      .locator('img')
      .evaluateAll(
        (images) =>
          (images as HTMLImageElement[]).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
            .length,
      )
  await expect.poll(loaded).toBeGreaterThanOrEqual(3)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(
    await slides(page)
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc),
  ).toMatch(/\.avif$/)
})
