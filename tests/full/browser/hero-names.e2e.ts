// Any owner's name in the hero: one line or two, and never cut, whatever the script and the width of the screen.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectNoSidewaysScroll, publishSite, signIn, test } from '../../support/browser.ts'

const widths = [320, 768, 1024, 1440, 1920]

const names = {
  'short and usual names': ['Wu', 'Óg', 'William Wolfgang Wyman'],
  'long names': [
    'Maximiliana Wilhelmina von und zu Mecklenburg-Vorpommern Wax',
    'Llanfairpwllgwyngyllgogerychwyrndrobwll',
    'WWWWWWWWWW MMMMMMMMMMMMMMMMMMMMMM',
  ],
  'Latin Extended, Cyrillic and Greek': [
    'Nguyễn Thị Ánh',
    'Ế Nguyễn',
    'Александр Константинопольский',
    'Ἀριστοτέλης Ὀδυσσεύς',
  ],
  'other scripts': ['欧阳娜娜', 'عبد الرحمن بن عبد العزيز آل سعود', '김민수', 'דוד בן גוריון'],
}

/** Opens the site once it has another owner. */
async function open(page: Page, owner: string, role = 'Freelance Graphic Designer & Illustrator') {
  await signIn(page.request)
  await publishSite(page.request, ({ name, hero }) => {
    // A brand may have half as many characters.
    Object.assign(name, { owner, brand: owner.length <= 30 ? owner : 'Studio' })
    hero.role = role
  })
  await page.context().clearCookies()
  await page.goto('/')
}

for (const [kind, list] of Object.entries(names))
  test(`${kind} are never cut`, async ({ page }) => {
    // Several sites in turn, each at all widths.
    test.slow()
    for (const name of list)
      await test.step(name, async () => {
        await open(page, name)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          const seen = await measure(page)
          const at = `${name} at ${width}`
          expect(seen.text, at).toBe(name)
          expect(seen.lines, at).toBeLessThanOrEqual(2)
          expect(await isBare(page, 0), `left edge of ${at}`).toBe(true)
          expect(await isBare(page, width - 1), `right edge of ${at}`).toBe(true)
          await expectNoSidewaysScroll(page)
          expect(await leavesGreeting(page), `greeting of ${at}`).toBe(true)
        }
      })
  })

/** Nothing of the name is painted in this column of pixels: an edge of the screen, where it would be cut. */
async function isBare(page: Page, x: number): Promise<boolean> {
  const { y, height } = await page.locator('h1').evaluate((name) => {
    const { top, bottom } = name.getBoundingClientRect()
    // Where only marks reach, other things may be painted, too.
    const y = top + Number.parseFloat(getComputedStyle(name).paddingTop)
    return { y, height: bottom - y }
  })
  const strip = await page.screenshot({ clip: { x, y, width: 1, height }, animations: 'disabled' })
  const { channels } = await sharp(strip).removeAlpha().stats()
  return channels.every(({ min, max }) => max - min < 8)
}

/** No mark of the name is painted over the line above it. */
async function leavesGreeting(page: Page): Promise<boolean> {
  const setVisibility = (visibility: 'hidden' | 'visible') =>
    page.locator('h1').evaluate((name: HTMLElement, shown) => (name.style.visibility = shown), visibility)
  const painted = () => page.getByText('Hello, I’m').screenshot({ animations: 'disabled' })
  const shown = await painted()
  await setVisibility('hidden')
  const hidden = await painted()
  await setVisibility('visible')
  return shown.equals(hidden)
}

/** The text of the name, and its lines. */
function measure(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    const heading = document.querySelector('h1') as HTMLElement
    const tops = [...heading.children].map((line) => Math.round(line.getBoundingClientRect().top))
    return { text: heading.textContent, lines: new Set(tops).size }
  })
}

test('a long brand is shortened in a narrow bar, and the longest word of a role is not broken', async ({
  page,
}) => {
  const name = 'Bartholomew Cholmondeley-Smith'
  const [word, role] = ['Barrierefreiheitsberaterin', 'Barrierefreiheitsberaterin & Gestalterin']
  await open(page, name, role)
  for (const width of [1920, 1440, 1000, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await page.getByText(role).evaluate((text, length) => {
      const range = document.createRange()
      range.setStart(text.firstChild as Node, 0)
      range.setEnd(text.firstChild as Node, length)
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
    }, word.length)
    expect([width, lines]).toEqual([width, 1])
  }
  const link = page.getByRole('banner').getByRole('link', { name, exact: true })
  await expect(link.getByText('Bartholomew C.')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(link.getByText(name)).toBeVisible()
})

test('an Arabic name and role are set from right to left, and the page is not', async ({ page }) => {
  const role = 'مطور واجهات'
  await open(page, 'محمد العلي', role)
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveAttribute('dir', 'rtl')
  await expect(name).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl')
  await expect(page.getByText(role)).toHaveCSS('direction', 'rtl')
  // Its letters stay joined, in the companion face.
  await expect(page.getByText(role)).toHaveCSS('letter-spacing', 'normal')
  expect(await page.evaluate(() => document.fonts.check('1em Companion', 'محمد'))).toBe(true)
})
