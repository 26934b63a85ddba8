// On paper, and where the system chooses the colours: nothing is missing, and every state can be told apart.
import type { Page } from '@playwright/test'
import { expect, signIn, readOnlyTest as test } from '../support/browser.ts'

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

const style = (page: Page, selector: string, property: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name as string), [
      property,
      pseudo,
    ] as const)

test('the dark theme is printed black on white, with all headings and without controls; the state of projects, too', async ({
  page,
}) => {
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
  await signIn(page)
  await page.goto('/dashboard/view-portfolio')
  await expect(page.getByRole('button', { name: 'Edit Fjordlys Hotel' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect((await colours(page)).words).toEqual(['rgb(0, 0, 0)'])
})

test('with colours of the system, current page, toggles, bars, devices and focus can be told apart', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  expect(await style(page, 'header nav [aria-current] > span', 'text-decoration-line')).toBe('underline')
  expect(await style(page, '[role=progressbar] > i', 'background-color')).not.toBe(
    await style(page, '[role=progressbar]', 'background-color'),
  )
  expect(await style(page, '[role=progressbar]', 'border-top-style')).toBe('solid')
  const knob = () => style(page, 'header nav [role=switch]', 'transform', '::after')
  const off = await knob()
  await page.getByRole('switch').first().click()
  await expect.poll(knob).not.toBe(off)
  await page.keyboard.press('Tab')
  expect(await style(page, ':focus-visible', 'outline-style')).toBe('solid')
  await page.goto('/portfolio')
  expect(await style(page, '[role=group] [aria-pressed=true]', 'background-color')).not.toBe(
    await style(page, '[role=group] [aria-pressed=false]', 'background-color'),
  )
  // No swipe in the pressed one, and the whole box of the first one inside the page's margin.
  expect(await style(page, '[role=group] [aria-pressed=true]', 'display', '::before')).toBe('none')
  const leftOf = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((found) => found.getBoundingClientRect().left)
  expect(await leftOf('[role=group] button')).toBeGreaterThanOrEqual(await leftOf('main form'))
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click()
  await expect(page.getByRole('group', { name: 'Device' })).toBeVisible()
  expect(await style(page, '[role=group] [aria-pressed=true]', 'background-color')).not.toBe(
    await style(page, '[role=group] [aria-pressed=false]', 'background-color'),
  )
})
