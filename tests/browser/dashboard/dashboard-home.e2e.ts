// The dashboard's home: what there is to do, done by mouse and keyboard. Dead links: tests/full/browser/projects.e2e.ts.
import type { Page } from '@playwright/test'
import { enter, expect, expectAlert, holdRequests, test, writeMessage } from '../../support/browser.ts'

const toDo = (page: Page) => page.getByRole('region', { name: 'To do' })

test('while the database is away the list of what there is to do says that it could not be loaded, and is loaded again on request', async ({
  page,
  noise,
}) => {
  noise.push(/503/, /^home could not be loaded/)
  const path = '**/api/dashboard/home'
  const json = { success: false, code: 'unavailable', message: 'The database is busy.' }
  await page.route(path, (route) => route.fulfill({ status: 503, json }))
  await enter(page, '/dashboard')
  const again = toDo(page).getByRole('button', { name: 'Retry' })
  await expect(again).toBeVisible()
  await page.unroute(path)
  await again.click()
  await expect(toDo(page)).toContainText('Nothing to do.')
})

test('what is still the demo’s, then backups that are off are to do; with nothing to do it says what works', async ({
  page,
}) => {
  const home = await holdRequests(page, '**/api/dashboard/home')
  const list = page.getByRole('region', { name: 'Make it yours' })
  await enter(page, '/dashboard')
  // It may stand above everything else, which waits for it, so that nothing moves away from under the pointer.
  await expect.poll(home.count).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: 'Your site' })).toHaveCount(0)
  home.release()
  // Not said twice: it is in the list of what is not the owner's yet, until that is put away.
  await expect(toDo(page)).toContainText('Nothing to do.')
  await expect(toDo(page)).not.toContainText('backups')
  const { portfolios } = await (await page.request.get('/get-portfolios?limit=100')).json()
  // Loading ten again, or the one with a case study, takes longer than the last one.
  const ids = portfolios.slice(0, -1).map(({ id }: { id: string }) => id)
  await page.request.post('/bulk-delete', { data: { ids } })
  await page.goto('/dashboard')
  await expect(list.getByText('1 of 12 are yours')).toBeVisible()
  await list.getByRole('button', { name: 'Demo projects: Delete the demo projects' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 demo project?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete 1 project' }).click()
  await expect(list.getByText('2 of 12 are yours')).toBeVisible()
  await expect(list.getByRole('heading')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The demo projects are back.')).toBeVisible({ timeout: 60_000 })
  await expect(list.getByText('1 of 12 are yours')).toBeVisible()

  await list.getByRole('button', { name: 'Put away' }).click()
  await expect(list).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(toDo(page)).toContainText('1 thing')
  await expect(toDo(page)).toContainText('No backups yet')
  await toDo(page).getByRole('link', { name: 'Set up backups' }).click()
  await expect(page).toHaveURL(/\/dashboard\/settings$/)
  await page.request.put('/api/settings/backups', { data: { interval: 'daily', keep: 1, time: '03:00' } })
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(toDo(page)).toContainText('Last backup', { timeout: 2_000 })
  }).toPass()
  await expect(toDo(page).getByText('Nothing to do.')).toBeVisible()
  // The demo's projects are pages of this server: nothing checks them.
  await expect(toDo(page)).toContainText('Every message has a reply. Links are not checked')
  await expect(toDo(page)).toContainText('Email works')
  await expect(toDo(page)).not.toContainText(/\d things?/)
  await toDo(page).getByRole('button', { name: 'Show what is not yours yet' }).click()
  await expect(list).toBeVisible()
})

test('a message is replied to and a draft published in place; mail that fails is the first thing to do', async ({
  page,
  smtp,
}) => {
  await enter(page, '/dashboard')
  for (const name of ['Greta Solheim', 'Tomasz Wilk', 'Henrik Dahl', 'Ana Lima'])
    await writeMessage(page.request, { name, subject: `From ${name}` })
  const { portfolios } = await (await page.request.get('/get-portfolios?limit=2')).json()
  const ids = portfolios.map(({ id }: { id: string }) => id)
  await page.request.post('/bulk-update-status', { data: { ids, status: 'draft' } })
  await page.goto('/dashboard')
  await expect(toDo(page)).toContainText('6 things')
  await expect(toDo(page).getByRole('button', { name: /^Reply/ })).toHaveText(['Reply', 'Reply', 'Reply'])
  await expect(toDo(page)).not.toContainText('Greta Solheim')
  const reply = toDo(page).getByRole('button', { name: 'Reply to Ana Lima' })
  await reply.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reply to Ana Lima' })
  await expect(dialog.getByLabel('Subject')).toHaveValue('Re: From Ana Lima')
  await page.keyboard.press('Escape')
  await expect(reply).toBeFocused()
  await reply.click()
  await dialog.getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(toDo(page)).toContainText('5 things')
  await expect(toDo(page)).not.toContainText('Ana Lima')
  await expect(toDo(page)).toContainText('Greta Solheim')
  await expect.poll(() => smtp.emails.some(({ subject }) => subject === 'Re: From Ana Lima')).toBe(true)

  const edit = toDo(page).getByRole('button', { name: `Edit ${portfolios[0].pname}` })
  await edit.click()
  const project = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await project.getByLabel('Status').selectOption('published')
  await project.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, /View live$/)
  await project.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(toDo(page)).toContainText('4 things')
  await expect(edit).toHaveCount(0)

  await writeMessage(page.request, { name: 'Pia Person' })
  await page.reload()
  await toDo(page).getByRole('link', { name: 'All 4 unreplied messages' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('Unreplied')
  await expect(page.getByRole('row')).toHaveCount(5)

  await test.step('a mail server that is away is the first thing, without a second warning above it', async () => {
    // About a new browser of an admin, five messages and the reply.
    await smtp.arrived(7)
    await smtp.stop()
    await writeMessage(page.request, { name: 'Zoe Zander' })
    await expect(async () => {
      await page.goto('/dashboard')
      await expect(toDo(page).getByText('1 email could not be sent')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(toDo(page)).toContainText('ECONNREFUSED')
    await expect(page.getByText('Email is failing')).toHaveCount(0)
    await expect(toDo(page)).toContainText('7 things')
    await toDo(page).getByRole('link', { name: 'Check settings' }).click()
    await expect(page.getByText('Email is failing')).toBeVisible()
  })
})
