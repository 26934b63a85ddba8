// Hostile content in a real browser: markup in every field.
import { enter, expect, test, userPassword, writeMessage } from '../../support/browser.ts'
import { publishProject } from '../../support/seed.ts'

test('markup in names, categories, subjects and searches stays text everywhere', async ({ page, app }) => {
  const markup = (where: string) => `</script><img src=x onerror="alert('${where}')">`
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  // With its image: its site would be requested.
  const categories = [markup('tag').slice(0, 40)]
  const { id } = await publishProject(app, markup('project'), { categories, preview: 'image' })
  await enter(page, '/dashboard')
  // The session is one that no script can read.
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const data = { email: 'v@example.org', subject: markup('subject'), message: markup('message') }
  await writeMessage(page.request, { name: markup('visitor'), ...data })
  await page.request.post('/register', {
    data: { name: markup('user'), email: 'u@example.org', password: userPassword },
  })
  const query = encodeURIComponent(markup('query'))
  for (const path of [
    '/',
    '/portfolio',
    `/portfolio/${id}`,
    `/portfolio?search=${query}&category=${query}`,
    `/reset-password?email=${query}`,
    '/contact',
    '/dashboard',
    '/dashboard/add-portfolio',
    '/dashboard/view-portfolio',
    `/dashboard/view-portfolio?search=${query}&status=${query}`,
    '/dashboard/view-contacts',
    '/dashboard/users',
    `/dashboard/users?search=${query}`,
  ]) {
    const html = await (await page.goto(path))?.text()
    expect(html, path).not.toContain('<img src=x')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { name: markup('project') })).toBeVisible()
  expect(dialogs).toBe(0)
})
