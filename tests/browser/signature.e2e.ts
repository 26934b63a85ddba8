// The signature: written in the settings, shown below a reply, sent with it; and emails read in light and dark.
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/browser.ts'
import { enter, expectAlert, writeMessage } from '../support/dashboard.ts'

test.describe.configure({ timeout: 120_000 })

test('a signature is saved, shown in the reply and sent with it', async ({ page, smtp }) => {
  await enter(page, '/dashboard/settings')
  const form = page.getByRole('form', { name: 'Signature' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await form.getByLabel('Signature').fill('Juno Balint\nFrontend Developer')
  await save.press('Enter')
  await expectAlert(page, 'Signature saved!')
  await expect(save).toBeDisabled()
  await expect(form.getByLabel('Signature')).toHaveValue('Juno Balint\nFrontend Developer')

  await writeMessage(page.request, { name: 'Greta Solheim' })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Reply to Greta Solheim' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply to Greta Solheim' })
  await expect(dialog).toContainText('Your signature follows:Juno Balint')
  await dialog.getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  const reply = () => smtp.emails.find(({ subject }) => subject === 'Your Inquiry')
  await expect.poll(() => reply()?.text).toContain('Juno Balint\nFrontend Developer')

  // As a mail program shows it.
  const html = reply()?.html ?? ''
  const shown = await page.context().newPage()
  await shown.setContent(html.replace(/<img [^>]*>/, ''))
  const paper = await shown.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return [backgroundColor, color, getComputedStyle(document.querySelector('a') as Element).color]
  })
  expect(paper).toEqual(['rgb(255, 255, 255)', 'rgb(26, 30, 43)', 'rgb(74, 78, 89)'])
  const { violations } = await new AxeBuilder({ page: shown }).withTags(['wcag2a', 'wcag2aa']).analyze()
  expect(violations).toEqual([])
  await shown.close()
})

test('a signature and a new project that were begun are there after another page and after a reload', {
  tag: '@full',
}, async ({ page }) => {
  await enter(page, '/dashboard/settings')
  const signature = page.getByRole('form', { name: 'Signature' }).getByLabel('Signature')
  await expect(signature).toBeEnabled()
  await signature.fill('Juno Balint')
  await page.getByRole('link', { name: 'Add Portfolio' }).first().click()
  await page.getByLabel('Project name').fill('Harbour')
  await page.getByLabel('URL').fill('harbour.example')
  await page.getByLabel('Categories').fill('Shop,Wo')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(signature).toHaveValue('Juno Balint')
  await page.reload()
  await expect(signature).toHaveValue('Juno Balint')
  await page.getByRole('form', { name: 'Signature' }).getByRole('button', { name: 'Save' }).click()
  await expectAlert(page, 'Signature saved!')
  await page.getByRole('link', { name: 'Add Portfolio' }).first().click()
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(page.getByLabel('Project name')).toHaveValue('Harbour')
    await expect(page.getByLabel('URL')).toHaveValue('harbour.example')
    await expect(page.getByRole('button', { name: 'Remove Shop' })).toBeVisible()
    await expect(page.getByLabel('Categories')).toHaveValue('Wo')
  }
})
