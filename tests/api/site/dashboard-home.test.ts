// What the dashboard's home lists as things to do.
import { expect, test } from 'vitest'
import { writeSetting } from '../../../server/db/settings.ts'
import { withSchedule } from '../../support/backups.ts'
import { contactCalls, portfolioCalls, siteCalls } from '../../support/calls.ts'
import { queueMail } from '../../support/evidence.ts'
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApps } from '../../support/start.ts'

const ownApp = ownApps()
const path = '/api/dashboard/home'
const hour = 60 * 60_000

async function started(env: Record<string, string> = {}) {
  const own = await withSchedule(await ownApp({ LOG_LEVEL: 'silent', ...env }))
  const { app, cookie } = own
  const here = () => ({ app, cookie })
  const home = async () => (await app.json(path, { cookie })).body
  return { ...own, ...contactCalls(here), portfolio: portfolioCalls(here), home }
}

test('with nothing to do it says so, and how mail and backups are', async () => {
  const { home } = await started()
  expect(await home()).toEqual({
    own: { done: ['projects'], awaySince: null, demo: [] },
    mail: { configured: false, failing: null, waiting: 0, nextTry: null, lastSent: null },
    messages: { total: 0, newest: [] },
    spam: 0,
    drafts: { total: 0, newest: [] },
    dead: { total: 0, links: [] },
    links: { total: 0, unchecked: 0, hasNetwork: true },
    backup: { interval: 'off', last: null, next: null, failing: null },
  })
})

test('the three newest unreplied messages are listed, and all are counted', async () => {
  const { app, cookie, home, post } = await started()
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await post({ name, message: `From ${name}` })
    app.pass(1_000)
  }
  const before = (await home()).messages
  expect(before.total).toBe(5)
  expect(before.newest.map(({ name }: { name: string }) => name)).toEqual(['Five', 'Four', 'Three'])
  const [{ id }] = before.newest
  const json = { replySubject: 'Re', replyBody: 'Yes.' }
  expect((await app.json(`/contacts/${id}/reply`, { cookie, json })).status).toBe(200)
  const after = (await home()).messages
  expect(after.total).toBe(4)
  expect(after.newest.map(({ name }: { name: string }) => name)).toEqual(['Four', 'Three', 'Two'])
})

test('the three newest drafts are listed with their last change', async () => {
  const { app, home, portfolio } = await started()
  await portfolio.added({ pname: 'Public', status: 'published' })
  const ids: string[] = []
  for (const pname of ['A', 'B', 'C', 'D']) {
    ids.push((await portfolio.added({ pname })).id)
    app.pass(1_000)
  }
  app.pass(hour)
  await portfolio.update(ids[3] ?? '', { pname: 'Changed', status: 'draft' })
  const { total, newest } = (await home()).drafts
  expect(total).toBe(4)
  expect(newest.map(({ pname }: { pname: string }) => pname)).toEqual(['Changed', 'C', 'B'])
  const [{ createdAt, changedAt }, { createdAt: made, changedAt: same }] = newest
  expect(Date.parse(changedAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(hour)
  expect(same).toBe(made)
})

test('mail trouble is named with how many emails wait and when the next one is tried, until one was sent', async () => {
  const peer = await startSmtpPeer()
  peer.mode = 'defer'
  const { app, home } = await started({ SMTP_URL: peer.url })
  try {
    expect((await home()).mail).toMatchObject({ configured: true, failing: null, lastSent: null })
    await queueMail(app, ['one@example.org', 'two@example.org'])
    await expect.poll(async () => (await home()).mail.failing).toMatch(/^4\d\d/)
    const { waiting, nextTry } = (await home()).mail
    expect(waiting).toBe(2)
    expect(Date.parse(nextTry)).toBeGreaterThan(Date.now() - 1_000)
    const sentFrom = app.context.now().getTime()
    peer.mode = 'accept'
    await expect
      .poll(async () => {
        app.pass(hour)
        app.context.changes.emit('jobs')
        return (await home()).mail
      })
      .toMatchObject({ failing: null, waiting: 0, nextTry: null })
    expect(Date.parse((await home()).mail.lastSent)).toBeGreaterThan(sentFrom)
  } finally {
    await app.stopMail()
    await peer.stop()
  }
})

test('the last backup is named, and why the last one failed', async () => {
  const { app, home, set, make } = await started()
  await set('daily', 7)
  expect((await home()).backup).toMatchObject({ interval: 'daily', last: null, failing: null })
  await make()
  const { last, next } = (await home()).backup
  expect(last.bytes).toBeGreaterThan(0)
  expect((Date.parse(next) - Date.parse(last.at)) / (24 * hour)).toBeCloseTo(1, 2)
  const failed = { last: { ...last, ms: 1 }, failure: { at: last.at, reason: 'No space.' }, failures: 1 }
  await writeSetting(app.context.db, 'backup', JSON.stringify(failed), 'states')
  expect((await home()).backup.failing).toBe('No space.')
  await set('off', 7)
  expect((await home()).backup).toMatchObject({ interval: 'off', next: null, failing: null })
})

test('what is the owner’s is found in the content itself, is put away and shown again, and goes once all is done', async () => {
  const { app, cookie, home } = await started()
  const { changed, put } = siteCalls(() => ({ app, cookie }))
  const done = async () => (await home()).own.done.join(' ')
  const change = async (change: string) =>
    expect((await app.json('/api/dashboard/own', { method: 'PUT', cookie, json: { change } })).status).toBe(
      200,
    )
  const content = await changed((site) => {
    site.name = { ...site.name, brand: 'Emma & Co' }
    site.hero.line = 'Bread since 1999.'
    site.about.portrait = 'none'
    site.about.text = 'I bake.'
    site.home = [{ section: 'services', isShown: false }]
    site.slider.teaser = 'none'
  })
  expect((await put({ content, basedOn: 0 })).status).toBe(200)
  // The name, the figures of the hero and the slides are the demo's still.
  expect(await done()).toBe('portrait services about projects')
  content.name.owner = 'Emma Wagner'
  content.stats = []
  content.skills.list = [{ name: 'Kneading', percentage: 7 }]
  content.home = [{ section: 'teaser', isShown: false }]
  expect((await put({ content, basedOn: 1 })).status).toBe(200)
  expect(await done()).toBe('name role portrait skills about images projects')
  const registration = { method: 'PUT', cookie, json: { registrationEnabled: true } }
  expect((await app.json('/api/settings/registration', registration)).status).toBe(200)
  await change('no-legal-pages')
  expect(await done()).toMatch(/ projects legal registration$/)
  await change('put-away')
  expect((await home()).own.awaySince).toMatch(/Z$/)
  await change('show')
  expect((await home()).own.awaySince).toBe(null)
  await change('finish')
  expect((await home()).own).toBe(null)
})
