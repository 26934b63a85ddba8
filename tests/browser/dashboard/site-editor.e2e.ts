// The site editor: typed, moved, published, not yet published; and the language of the site. In detail: tests/full/browser.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, publish, publishSite, test } from '../../support/browser.ts'

const line = (page: Page) => page.getByLabel('Line', { exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' })
const expectSkills = (page: Page, ...skills: string[]) =>
  expect
    .poll(() =>
      page
        .getByLabel('Skill', { exact: true })
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    )
    .toEqual(skills)
const delivered = ['WordPress', 'WooCommerce', 'HTML/CSS', 'JavaScript', 'React']

test('what is typed waits in this browser until it is published, also in another language; an error has the focus', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  const brand = page.getByRole('textbox', { name: 'Brand' })
  const isInstalled = page.getByText('Live version: as installed')
  const delivered = 'I have 2 years of experience in Frontend.'
  await expect(isInstalled).toBeVisible()
  await expect(bar(page)).toHaveCount(0)

  await test.step('unpublished changes survive a reload and another page, and are discarded', async () => {
    await line(page).fill('Not yet.')
    await page.reload()
    await expect(line(page)).toHaveValue('Not yet.')
    await expect(page.getByText(/are back in the form\. They are not published\./)).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('link', { name: 'Site', exact: true }).click()
    await expect(line(page)).toHaveValue('Not yet.')
    const dialog = page.getByRole('dialog')
    for (const [answer, value] of [
      ['Cancel', 'Not yet.'],
      ['Discard', delivered],
    ] as const) {
      await bar(page).getByRole('button', { name: 'Discard' }).click()
      await dialog.getByRole('button', { name: answer }).click()
      await expect(line(page)).toHaveValue(value)
    }
    await expect(bar(page)).toHaveCount(0)
    // What another tab has published is live in the form, too, once the list of versions shows it.
    await publishSite(page.request, ({ hero }) => Object.assign(hero, { line: 'Theirs.' }))
    await page.getByRole('tab', { name: 'Versions' }).click()
    await expect(page.getByText(/^Live now\. .*\. Hero$/)).toBeVisible()
    await expect(isInstalled).toHaveCount(0)
    await expect(page.getByText(/^Live now/)).toHaveCount(1)
    await expect(line(page)).toHaveValue('Theirs.')
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Preview' }).click()
  })

  await test.step('an error has the focus at its field', async () => {
    await line(page).fill('x'.repeat(91))
    await expect(page.getByText('91 of 90')).toBeVisible()
    await brand.fill('')
    await expect(
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /changed/ }),
    ).toHaveText(['Name and brand, changed', 'Hero, changed'])
    await bar(page).getByRole('button', { name: 'Publish' }).click()
    await expect(brand).toBeFocused()
    await expect(page.getByText('Brand is required.')).toBeVisible()
    await expect(page.getByText('Line must be at most 90 characters.')).toBeVisible()
    await expectAccessible(page)
    await brand.fill('Emma & Co')
    await expect(page.getByText('Brand is required.')).toHaveCount(0)
    await line(page).fill('Brot seit 1999.')
    await page.getByRole('button', { name: 'Icon of Web Development' }).click()
    await expect(page.getByRole('option', { name: 'Website' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Icon of Web Development: Email' })).toBeFocused()
  })

  await test.step('a chosen language and an overruled word', async () => {
    const words = page.getByRole('region', { name: 'Language' })
    const word = (name: string) => words.getByRole('textbox', { name, exact: true })
    await words.getByLabel('Language').selectOption('Deutsch')
    await expect(word('About')).toHaveValue('Über mich')
    await word('Portfolio').fill('Arbeiten')
    await expect(words.getByText('1 is yours')).toBeVisible()
    await word('About').fill('')
    await word('About').press('Tab')
    await expect(word('About')).toHaveValue('Über mich')
    await words.getByRole('searchbox', { name: 'Search words' }).fill('nachricht senden')
    await word('Send Message').fill('Los')
    await words.getByRole('button', { name: 'Reset Send Message' }).click()
    await expect(word('Send Message')).toHaveValue('Nachricht senden')
    await expect(word('Send Message')).toBeFocused()
    const frame = page.frameLocator('iframe[title="Preview"]')
    await expect(frame.getByText('Hallo, ich bin')).toBeVisible()
    const greeting = page.getByRole('region', { name: 'Hero' }).getByLabel('Greeting')
    await expect(greeting).toHaveValue('Hallo, ich bin')
    // What is typed stays, also where it is a word that would be translated.
    await greeting.fill('Projects')
    await expect(greeting).toHaveValue('Projects')
    await greeting.fill('Hallo, ich bin die')
    await expect(frame.getByText('Hallo, ich bin die')).toBeVisible()
    await bar(page).getByRole('button', { name: 'Publish' }).press('Enter')
    await expect(page.getByText('Published!', { exact: true })).toBeVisible()
    await expect(page.getByRole('form', { name: 'Site' })).toBeFocused()
    await expect(bar(page)).toHaveCount(0)
    // The dashboard stays as it was; the site is another one in this tab, too, without loading a document again.
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('link', { name: 'View site' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByText('Brot seit 1999.')).toBeVisible()
    await expect(page).toHaveTitle('Emma & Co | Start')
    await page.getByRole('link', { name: 'Arbeiten' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arbeiten')
    await page.getByRole('link', { name: 'Kontakt', exact: true }).first().click()
    await page.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(page.getByText('Bitte ausfüllen: Betreff.')).toBeVisible()
  })
})

test('rows and sections are moved by buttons and by keyboard, aloud, and the focus goes along', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  const up = page.getByRole('button', { name: 'Move React up' })
  await up.click()
  await expect(up).toBeFocused()
  await expect(page.getByText('React, position 4 of 5')).toBeAttached()
  // At the end the button is disabled and keeps the focus: further presses move nothing back.
  for (let times = 0; times < 5; times++) await page.keyboard.press('Enter')
  await expectSkills(page, 'React', ...delivered.slice(0, 4))
  await expect(up).toBeDisabled()
  await expect(up).toBeFocused()
  const handle = page.getByRole('button', { name: 'Move WordPress', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('WordPress lifted, position 2 of 5')).toBeAttached()
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowDown')
  await expect(page.getByText('WordPress, position 5 of 5')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('WordPress is back at position 2 of 5')).toBeAttached()
  await expectSkills(page, 'React', ...delivered.slice(0, 4))
  await expect(handle).toBeFocused()
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('WordPress dropped, position 3 of 5')).toBeAttached()
  await page.getByRole('button', { name: 'Remove WooCommerce' }).click()
  await expectSkills(page, 'React', 'WordPress', 'HTML/CSS', 'JavaScript')
  await expect(page.getByRole('button', { name: 'Remove WordPress', exact: true })).toBeFocused()
  // Undo takes nothing else back.
  await page.getByRole('button', { name: 'Move WordPress up' }).press('Enter')
  await expect(page.getByText('Removed: WooCommerce', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSkills(page, 'WordPress', 'WooCommerce', 'React', 'HTML/CSS', 'JavaScript')

  await test.step('a row is dragged by its handle with a finger', async () => {
    await handle.scrollIntoViewIfNeeded()
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Move HTML/CSS', exact: true }) })
    const from = (await handle.boundingBox()) ?? { x: 0, y: 0 }
    const { y, height } = (await row.boundingBox()) ?? { y: 0, height: 0 }
    const finger = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    const x = from.x + 5
    await touch('touchStart', { x, y: from.y + 5 })
    for (const to of [from.y + 15, y, y + height - 5]) await touch('touchMove', { x, y: to })
    await touch('touchEnd')
    await expectSkills(page, 'WooCommerce', 'React', 'HTML/CSS', 'WordPress', 'JavaScript')
  })

  // A section without content leads to its fields.
  const section = page.getByRole('region', { name: 'Home’s sections' })
  await expect(section.getByText('3 of 5 shown')).toBeVisible()
  const words = section.getByRole('switch', { name: 'Words from clients' })
  await expect(words).toBeDisabled()
  await section.getByRole('link', { name: 'Add quotes' }).click()
  await page.getByRole('button', { name: 'Add quote' }).click()
  await page.getByLabel('Quote', { exact: true }).fill('He buys two now.')
  await page
    .getByRole('region', { name: 'Words from clients' })
    .getByLabel('Name', { exact: true })
    .fill('Paolo Ferri')
  await page.getByLabel('Project', { exact: true }).selectOption('Links to Molino Bakery')
  await expect(words).toBeChecked()
  await section.getByRole('button', { name: 'Move Words from clients', exact: true }).focus()
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('Words from clients dropped, position 1 of 5')).toBeAttached()
  await section.getByRole('switch', { name: 'Skills' }).press('Space')
  await expect(section.getByText('3 of 5 shown')).toBeVisible()
  await publish(page)
  await page.getByRole('link', { name: 'View site' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Words from clients',
    'Our Services',
    'Find Our Portfolio',
  ])
  await page.getByRole('link', { name: 'See the project' }).click()
  await expect(page).toHaveTitle(/^Molino Bakery/)
})
