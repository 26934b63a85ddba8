// What a visitor sees first: Home, and moving between pages, also without JavaScript.
import { expect, test } from '../support/browser.ts'

test('a new page begins at its heading, Back restores it, and a link skips the bar', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await page.evaluate(() => scrollTo(0, 900))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
  await page.goto('/portfolio')
  const view = page.getByRole('link', { name: 'View Tidewater Journal' })
  await view.press('Enter')
  await expect(page).toHaveURL(/\/portfolio\/tidewater/)
  await page.goBack()
  await expect(view).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page can be read, the menu leads to them, and pages that need it say so', async ({
    page,
    app,
  }) => {
    await page.goto('/portfolio?category=Branding')
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/portfolio/fjordlys-hotel/case-study')
    await expect(page.getByRole('slider')).toBeHidden()
    for (const name of ['The site of 2011', 'The site of 2025'])
      expect((await page.getByRole('img', { name }).boundingBox())?.width).toBeGreaterThan(500)
    await expect(page.getByRole('link', { name: 'Play' })).toHaveAttribute(
      'href',
      /^\/uploads\/.*\/video\.mp4$/,
    )
    await expect(page.getByRole('link', { name: /^Enlarge: The hotel/ })).toHaveAttribute('href', /\.webp$/)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await expect(page.getByText('Frontend Developer')).toBeVisible()
    await expect(page.locator('#services').getByText('Web Development')).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await page.locator('#menu').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.locator('#menu')).toBeHidden()
    await expect(page.getByText('92%')).toBeVisible()

    // Playwright finds no text in a <noscript>, only elements.
    const needs = page.locator('noscript p').first()
    const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
    await page.goto(`/portfolio/${portfolios[0].id}`)
    await expect(needs).toBeVisible()
    await expect(page.getByText('Loading')).toBeHidden()
    expect(await needs.innerText()).toMatch(/JavaScript, which is switched off in this browser\.$/)
    const open = page.locator('noscript a')
    await expect(open).toHaveAttribute('href', portfolios[0].purl)
    await open.click()
    await expect(page).toHaveURL(portfolios[0].purl)
    for (const path of ['/profile', '/dashboard/view-contacts']) {
      await page.goto(path)
      await expect(needs).toBeVisible()
      await expect(page.getByText('Loading', { exact: true })).toBeHidden()
      await page.locator('noscript a').click()
      await expect(page).toHaveURL(`${app.url}/`)
    }
  })
})

test('Home is painted before its code is fetched, and shows all without scrolling or motion', async ({
  page,
}) => {
  await page.goto('/')
  const [painted, fetched] = await page.evaluate(() => {
    const code = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      Math.min(...code.map(({ startTime }) => startTime)),
    ] as const
  })
  expect(fetched).toBeGreaterThan(painted)
  expect(fetched).not.toBe(Number.POSITIVE_INFINITY)
  await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('opacity', '1')
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

  test('the slider shows one to three by width, moves by itself, and pauses', async ({ page }) => {
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
    await page.getByRole('button', { name: 'Next image' }).click()
    await expect.poll(current).not.toBe(before)
    for (let i = 1; i <= 6; i++) await expect(row.getByAltText(`Slide ${i}`, { exact: true })).toHaveCount(1)
  })
})
