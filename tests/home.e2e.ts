// Home and About: what they say, and what moves on them.
import { expect, test } from './browser.ts'

test.describe('home', () => {
  test('says what the specification says', async ({ page }) => {
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
    await expect(page.locator('#skills .skill')).toHaveText([
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

  test('skill bars grow to their value once they are seen', async ({ page }) => {
    await page.goto('/')
    const bars = page.locator('#skills .reveal')
    await expect(bars).not.toHaveClass(/\bin\b/)
    await page.locator('#skills').scrollIntoViewIfNeeded()
    await expect(bars).toHaveClass(/\bin\b/)
    await expect
      .poll(() =>
        page
          .locator('#skills .bar i')
          .first()
          .evaluate((bar) => bar.clientWidth / (bar.parentElement?.clientWidth ?? 1)),
      )
      .toBeGreaterThan(0.88)
  })

  test('the slider shows one, two or three by width (section 9; decision 42)', async ({ page }) => {
    await page.goto('/')
    for (const [width, inView] of [
      [390, 1],
      [991, 1],
      [992, 2],
      [1199, 2],
      [1200, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const seen = await page.locator('.slides').evaluate((list) => {
        const [one, two] = list.children as unknown as HTMLElement[]
        return Math.round(list.clientWidth / ((two?.offsetLeft ?? 0) - (one?.offsetLeft ?? 0)))
      })
      expect([width, seen]).toEqual([width, inView])
    }
  })

  test('the slider moves by itself, pauses, and goes on by button', async ({ page }) => {
    await page.goto('/')
    const row = page.locator('.slides')
    await row.scrollIntoViewIfNeeded()
    await page.mouse.move(5, 5)
    await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause slides' }).click()
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
    const current = () => page.locator('.ticks [aria-current]').getAttribute('aria-label')
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

    test('everything is there at once and the slider waits to be asked', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
      expect(await page.locator('.hero-name').evaluate((name) => getComputedStyle(name).opacity)).toBe('1')
    })
  })
})

test('about counts its skills up in steps when they are seen', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Who Am I?' })).toBeVisible()
  await page.locator('.skill').last().scrollIntoViewIfNeeded()
  await expect(page.locator('.skill').first()).toHaveText(/WordPress\s*92%/)
})
