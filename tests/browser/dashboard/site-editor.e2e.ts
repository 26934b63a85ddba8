// The site editor: typed, moved, published, not yet published; and the language of the site. In detail: tests/full/browser.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter, publish, publishSite } from '../../support/dashboard.ts'

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

test('what is typed is live once it is published; an error has the focus at its field', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await expect(page.getByText('Live version: as installed')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await line(page).fill('x'.repeat(91))
  await expect(page.getByText('91 of 90')).toBeVisible()
  await page.getByRole('textbox', { name: 'Brand' }).fill('')
  await expect(
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /changed/ }),
  ).toHaveText(['Name and brand, changed', 'Hero, changed'])
  const publishButton = bar(page).getByRole('button', { name: 'Publish' })
  await publishButton.click()
  await expect(page.getByRole('textbox', { name: 'Brand' })).toBeFocused()
  await expect(page.getByText('Brand is required.')).toBeVisible()
  await expect(page.getByText('Line must be at most 90 characters.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Brand' }).fill('Emma & Co')
  await expect(page.getByText('Brand is required.')).toHaveCount(0)
  await line(page).fill('Bread since 1999.')
  await page.getByRole('button', { name: 'Add skill' }).click()
  await page.getByLabel('Skill', { exact: true }).last().fill('Kneading')
  await page.getByRole('button', { name: 'Icon of Web Development' }).click()
  await expect(page.getByRole('option', { name: 'Website' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Icon of Web Development: Email' })).toBeFocused()
  await publishButton.press('Enter')
  await expect(page.getByRole('form', { name: 'Site' })).toBeFocused()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('Live version: as installed')).toHaveCount(0)
  // Without loading a document again.
  await page.getByRole('link', { name: 'View site' }).click()
  await expect(page.getByText('Bread since 1999.')).toBeVisible()
  await expect(page).toHaveTitle('Emma & Co | Home')
  await expect(page.getByText('Kneading')).toBeAttached()
  await expect(page.getByRole('link', { name: 'Emma & Co' }).first()).toBeVisible()
})

test('unpublished changes survive a reload, another page and another tab', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await line(page).fill('Not yet.')
  await page.reload()
  await expect(line(page)).toHaveValue('Not yet.')
  await expect(page.getByText(/are back in the form\. They are not published\./)).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Site', exact: true }).click()
  await expect(line(page)).toHaveValue('Not yet.')
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(line(page)).toHaveValue('Not yet.')
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(line(page)).toHaveValue('I have 2 years of experience in Frontend.')
  await expect(bar(page)).toHaveCount(0)
  await page.reload()
  await expect(line(page)).toHaveValue('I have 2 years of experience in Frontend.')

  // What another tab has published is live in the form, too, once the list of versions shows it.
  await publishSite(page.request, ({ hero }) => Object.assign(hero, { line: 'Theirs.' }))
  await page.getByRole('tab', { name: 'Versions' }).click()
  await expect(page.getByText(/^Live now\. .*\. Hero$/)).toBeVisible()
  await expect(page.getByText('Live version: as installed')).toHaveCount(0)
  await expect(page.getByText(/^Live now/)).toHaveCount(1)
  await expect(line(page)).toHaveValue('Theirs.')
  await expect(bar(page)).toHaveCount(0)
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
  // The icons of a service are at their button.
  const opener = page.getByRole('button', { name: 'Icon of Web Development' })
  await opener.click()
  const [icons, button] = await Promise.all([page.getByRole('listbox').boundingBox(), opener.boundingBox()])
  expect(icons?.x).toBe(button?.x)
  expect(Math.abs((icons?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0))).toBeLessThan(8)

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
  // The only one is removed, and comes back.
  await page.getByRole('button', { name: 'Remove He buys two now.' }).click()
  await expect(words).toBeDisabled()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(words).toBeChecked()
  await section.getByRole('button', { name: 'Move Words from clients', exact: true }).focus()
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('Words from clients dropped, position 1 of 5')).toBeAttached()
  await section.getByRole('switch', { name: 'Skills' }).press('Space')
  await expect(section.getByText('3 of 5 shown')).toBeVisible()
  await expectAccessible(page)
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

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a row is dragged by its handle', async ({ page }) => {
    await enter(page, '/dashboard/site')
    const handle = page.getByRole('button', { name: 'Move WordPress', exact: true })
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
    await expectSkills(page, 'WooCommerce', 'HTML/CSS', 'WordPress', 'JavaScript', 'React')
  })
})

const words = (page: Page) => page.getByRole('region', { name: 'Language' })

test('a chosen language and an overruled word are read by visitors', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const word = (name: string) => words(page).getByRole('textbox', { name, exact: true })
  await words(page).getByLabel('Language').selectOption('Deutsch')
  await expect(word('About')).toHaveValue('Über mich')
  await word('Portfolio').fill('Arbeiten')
  await expect(words(page).getByText('1 is yours')).toBeVisible()
  await word('About').fill('')
  await word('About').press('Tab')
  await expect(word('About')).toHaveValue('Über mich')
  await words(page).getByRole('searchbox', { name: 'Search words' }).fill('nachricht senden')
  await word('Send Message').fill('Los')
  await words(page).getByRole('button', { name: 'Reset Send Message' }).click()
  await expect(word('Send Message')).toHaveValue('Nachricht senden')
  await expect(word('Send Message')).toBeFocused()
  const frame = page.frameLocator('iframe[title="Preview"]')
  await expect(frame.getByText('Hallo, ich bin')).toBeVisible()
  const greeting = page.getByRole('region', { name: 'Hero' }).getByLabel('Greeting')
  await expect(greeting).toHaveValue('Hallo, ich bin')
  // What is typed stays, also where it is a word that would be translated.
  await greeting.fill('Projects')
  await expect(greeting).toHaveValue('Projects')
  await greeting.fill('Hallo, ich bin')
  await greeting.pressSequentially(' die')
  await expect(frame.getByText('Hallo, ich bin die')).toBeVisible()
  await publish(page)
  // The dashboard stays as it was; the site is another one in this tab, too.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'View site' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('Juno Balint | Start')

  // As a visitor gets it.
  await page.reload()
  await page.getByRole('link', { name: 'Arbeiten' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arbeiten')
  await page.getByRole('link', { name: 'Kontakt', exact: true }).first().click()
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page.getByText('Bitte ausfüllen: Betreff.')).toBeVisible()
})
