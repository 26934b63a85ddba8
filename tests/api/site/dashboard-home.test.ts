// What the dashboard's home lists as things to do.
import { expect, test } from 'vitest'
import { hour } from '../../../server/time.ts'
import { contactCalls, portfolioCalls, siteCalls } from '../../support/calls.ts'
import { ownApp } from '../../support/start.ts'

async function started() {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  const here = () => ({ app, cookie })
  const home = async () => (await app.json('/api/dashboard/home', { cookie })).body
  return { app, cookie, ...contactCalls(here), portfolio: portfolioCalls(here), home }
}

const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('with nothing to do it says so; then it lists the three newest unreplied messages and the drafts changed last, and counts all', async () => {
  const { app, home, post, reply, portfolio } = await started()
  expect(await home()).toMatchObject({ messages: { total: 0, newest: [] }, drafts: { total: 0, newest: [] } })
  const ids: string[] = []
  await portfolio.added({ pname: 'Public', status: 'published' })
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await post({ name, message: `From ${name}` })
    ids.push((await portfolio.added({ pname: name })).id)
    app.pass(1_000)
  }
  const { messages } = await home()
  expect([messages.total, names(messages.newest)]).toEqual([4, ['Four', 'Three', 'Two']])
  expect((await reply(messages.newest[0].id)).status).toBe(200)
  app.pass(hour)
  await portfolio.update(ids[0] ?? '', { pname: 'Changed', status: 'draft' })
  const { messages: unreplied, drafts } = await home()
  expect([unreplied.total, names(unreplied.newest)]).toEqual([3, ['Three', 'Two', 'One']])
  expect([drafts.total, names(drafts.newest)]).toEqual([4, ['Changed', 'Four', 'Three']])
})

test('what is the owner’s is found in the content itself, and goes once all is done', async () => {
  const { app, cookie, home } = await started()
  const { changed, put } = siteCalls(() => ({ app, cookie }))
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
