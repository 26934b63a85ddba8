// Home at first sight: what it says, and what moves on it.
import { expect, readOnlyTest as test } from '../support/browser.ts'

test('the texts and numbers of the specification are shown without scrolling; with reduced motion the slider waits for Play', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('opacity', '1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Juno Balint')
  // The ink of its first letter begins at the margin, its line above the one before.
  for (const side of ['margin-left', 'margin-top'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS(side, /^-/)
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
  // Nothing waits to be scrolled to: neither transparent words nor empty bars.
  const unseen = page.locator('main :is(h1, h2, h3, dt, dd, li)').filter({ visible: true })
  await expect
    .poll(() =>
      unseen.evaluateAll(
        (all) => all.filter((one) => !one.checkVisibility({ opacityProperty: true })).length,
      ),
    )
    .toBe(0)
  for (const bar of await page.getByRole('progressbar').all())
    await expect
      .poll(() => bar.evaluate((box) => (box.firstElementChild?.clientWidth ?? 0) / box.clientWidth))
      .toBeGreaterThan(0.75)
  await expect(page.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  await expect(page.getByRole('link', { name: 'GO TO PORTFOLIO' })).toHaveAttribute('href', '/portfolio')
  await expect(page.getByText(`Copyright © ${new Date().getFullYear()} Juno Balint`)).toBeVisible()
})

test.describe('with motion', () => {
  test.use({ contextOptions: {} })

  test('the slider shows one, two or three by width, moves by itself, pauses by button, and moves on by Next slide', async ({
    page,
  }) => {
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'Projects' })
    const row = carousel.getByRole('list')
    /** How many are in view, and the position in slides. */
    const measured = () =>
      row.evaluate((list) => {
        const [one, two] = list.children as unknown as HTMLElement[]
        const step = (two?.offsetLeft ?? 0) - (one?.offsetLeft ?? 0)
        return { inView: Math.round(list.clientWidth / step), at: list.scrollLeft / step }
      })
    for (const [width, inView] of [
      [390, 1],
      [991, 1],
      [992, 2],
      [1199, 2],
      [1200, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, (await measured()).inView]).toEqual([width, inView])
    }
    await row.scrollIntoViewIfNeeded()
    await page.mouse.move(5, 5)
    await expect.poll(async () => (await measured()).at).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause slides' }).click()
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
    const current = () => carousel.locator('[aria-current]').getAttribute('aria-label')
    // It may have been paused between two places; the tick follows when the row has come to rest.
    const rests = async () => {
      const { at } = await measured()
      return Math.abs(at - Math.round(at)) < 0.02 ? `Show slide ${(Math.round(at) % 6) + 1}` : 'between'
    }
    await expect(async () => expect(await current()).toBe(await rests())).toPass()
    const before = await current()
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expect.poll(current).not.toBe(before)
    for (let i = 1; i <= 6; i++) await expect(row.getByAltText(`Slide ${i}`, { exact: true })).toHaveCount(1)
  })
})
