// What an admin has made for others to use: shown with its creator, ended with the role, or taken over.
import { expect, test } from 'vitest'
import { portfolioCalls, userCalls } from '../support/calls.ts'
import { emailsTo } from '../support/evidence.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const passphrase = 'open sesame'

/** Bea has made a webhook and a client link; Ada is the other admin. */
async function twoAdmins() {
  const app = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
  const ada = await app.asAdmin('ada@example.com')
  const id = await app.addUser({ email: 'bea@example.com', name: 'Bea', admin: true })
  const bea = await app.signIn('bea@example.com')
  const { id: project } = await portfolioCalls(() => ({ app, cookie: ada })).added({})
  const webhook = await app.json('/api/settings/webhooks', {
    cookie: bea,
    json: { url: 'https://hooks.example/new' },
  })
  expect(webhook.status).toBe(201)
  const linked = await app.json(`/api/portfolio/${project}/client-links`, {
    cookie: bea,
    json: { passphrase },
  })
  const token = new URL(linked.body.url).pathname.slice('/c/'.length)
  const creators = async () => {
    const { webhooks } = (await app.json('/api/settings/webhooks', { cookie: ada })).body
    const { links } = (await app.json(`/api/portfolio/${project}/client-links`, { cookie: ada })).body
    return [...webhooks, ...links].map((made: { createdBy: string }) => made.createdBy)
  }
  const opens = async () =>
    (await app.send('/api/client-links/open', { json: { token, passphrase } })).status === 200
  const made = async (of = id) => {
    const { webhooks, clientLinks } = (await app.json(`/api/admin/users/${of}`, { cookie: ada })).body
    return [webhooks, clientLinks]
  }
  const details = async () =>
    (await app.json(`/api/admin/activity?user=${id}`, { cookie: ada })).body.events[0].detail
  return { app, ada, id, creators, opens, made, details, ...userCalls(() => ({ app, cookie: ada })) }
}

const demotion = { name: 'Bea', email: 'bea@example.com', isAdmin: false }

test('a webhook and a client link are shown with their creator, and the owner is mailed of the webhook', async () => {
  const { app, creators, opens, made } = await twoAdmins()
  expect(await creators()).toEqual(['Bea', 'Bea'])
  expect(await made()).toEqual([1, 1])
  expect(await opens()).toBe(true)
  const emails = await emailsTo(app, 'owner@example.com')
  expect(
    emails.map(({ subject, text }) => [subject, text?.includes('https://hooks.example/new')]),
  ).toContainEqual([expect.stringMatching(/reports its messages to a new webhook$/), true])
})

test('both end with the role of their creator, or with the account', async () => {
  const demoted = await twoAdmins()
  expect((await demoted.update(demoted.id, demotion)).status).toBe(200)
  expect(await demoted.creators()).toEqual([])
  expect(await demoted.opens()).toBe(false)
  expect(await demoted.details()).toBe('user, ended: webhooks 1, client links 1')
  const deleted = await twoAdmins()
  expect((await deleted.remove(deleted.id)).status).toBe(200)
  expect(await deleted.creators()).toEqual([])
  expect(await deleted.opens()).toBe(false)
  expect(await deleted.details()).toBe('ended: webhooks 1, client links 1')
})

test('both go on as those of the admin who takes them over', async () => {
  const demoted = await twoAdmins()
  expect((await demoted.update(demoted.id, { ...demotion, takeOver: true })).status).toBe(200)
  expect(await demoted.creators()).toEqual(['Ada Admin', 'Ada Admin'])
  expect(await demoted.opens()).toBe(true)
  expect(await demoted.made()).toEqual([0, 0])
  const { app, ada, id, creators, opens } = await twoAdmins()
  const path = `/api/admin/users/delete/${id}?takeOver=true`
  expect((await app.json(path, { method: 'DELETE', cookie: ada })).status).toBe(200)
  expect(await creators()).toEqual(['Ada Admin', 'Ada Admin'])
  expect(await opens()).toBe(true)
})

test('a change that leaves the role as it is ends nothing', async () => {
  const { id, update, creators } = await twoAdmins()
  expect((await update(id, { ...demotion, isAdmin: true, name: 'Beatrix' })).status).toBe(200)
  expect(await creators()).toEqual(['Beatrix', 'Beatrix'])
})
