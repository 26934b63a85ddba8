// What the dashboard's home lists as the owner's. What there is to do: tests/browser/dashboard/dashboard-home.e2e.ts.
import { expect, test } from 'vitest'
import { siteCalls } from '../../support/calls.ts'
import { ownApp } from '../../support/start.ts'

test('what is the owner’s is found in the content itself, and goes once all is done', async () => {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  const { changed, put } = siteCalls(() => ({ app, cookie }))
  const home = async () => (await app.json('/api/dashboard/home', { cookie })).body
  const done = async () => (await home()).own.done.join(' ')
  const send = async (path: string, json: object) =>
    expect((await app.json(path, { method: 'PUT', cookie, json })).status).toBe(200)
  const change = (change: string) => send('/api/dashboard/own', { change })
  const content = await changed((site) => {
    site.name = { ...site.name, brand: 'Emma & Co' }
    site.hero.line = 'Bread since 1999.'
    site.about.portrait = 'none'
    site.home = [{ section: 'services', isShown: false }]
  })
  expect((await put({ content, basedOn: 0 })).status).toBe(200)
  // The name and the figures of the hero are the demo's still.
  expect(await done()).toBe('portrait services projects')
  content.name.owner = 'Emma Wagner'
  content.stats = []
  expect((await put({ content, basedOn: 1 })).status).toBe(200)
  expect(await done()).toBe('name role portrait services projects')
  await send('/api/settings/registration', { registrationEnabled: true })
  await change('no-legal-pages')
  expect(await done()).toMatch(/ projects legal registration$/)
  await change('finish')
  expect((await home()).own).toBe(null)
})
