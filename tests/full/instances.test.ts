import { describe, expect, inject, test } from 'vitest'
import { demoProjects } from '../../content/demo/projects.ts'
import { newId } from '../../server/ids.ts'
import { imageNames } from '../../server/image-names.ts'
import {
  admin,
  callInstance,
  type Instance,
  namesAt,
  rename,
  sendMessage,
  threeInstances,
  toOwner,
} from '../support/peers/instances.ts'
import { png } from '../support/sample-images.ts'

/** Milliseconds that a cached page may be out of date, whatever happens. `npm run bench -- instances` shows how long it is. */
const seenWithin = { timeout: 5_000, interval: 20 }

describe.runIf(inject('postgres') !== null)('three instances on one PostgreSQL and one storage', () => {
  const started = threeInstances()

  test('that started together on an empty database have one schema, one admin and one demo', async () => {
    const { all, group, images } = started
    for (const instance of all) expect(await namesAt(instance)).toEqual(demoProjects.map(({ name }) => name))
    const users = await group.db.selectFrom('users').select(['email', 'role']).execute()
    expect(users).toEqual([{ email: admin.email, role: 'admin' }])
    const events = await group.db.selectFrom('audit_events').select('kind').execute()
    expect(events.filter(({ kind }) => kind === 'admin.created')).toHaveLength(1)
    await expect.poll(() => toOwner(started, /admin/).length).toBe(1)
    // Each image was processed once.
    const loaded = all.map((instance) => instance.output().split('"demo.loaded"').length - 1)
    expect(loaded.sort()).toEqual([0, 0, 1])
    expect(await images()).toHaveLength((await imageNames(group.db)).size)
  })

  test('share settings: registration that one switches off is off at once at the others', async () => {
    const { all, cookie } = started
    const register = async (at: Instance) => {
      const json = { name: 'Rosa', email: `${newId()}@example.com`, password: 'Kettle-42!' }
      return (await callInstance(at, '/register', { json })).status
    }
    const set = (at: Instance, registrationEnabled: boolean) =>
      callInstance(at, '/api/settings/registration', {
        method: 'PUT',
        cookie,
        json: { registrationEnabled },
      })
    await set(all[0], false)
    for (const at of all) expect(await register(at)).toBe(403)
    await set(all[1], true)
    for (const at of all) expect(await register(at)).toBe(201)
  })

  test('show what one publishes of the site soon at all, and one of two that publish at once', async () => {
    const { all, cookie } = started
    const site = '/api/admin/site'
    const { content } = (await callInstance(all[0], site, { cookie })).body
    const publish = (at: Instance, line: string, basedOn: number) => {
      const json = { content: { ...content, hero: { ...content.hero, line } }, basedOn }
      return callInstance(at, site, { method: 'PUT', cookie, json })
    }
    const shows = async (line: string) => {
      const pages = await Promise.all(all.map(async ({ url }) => (await fetch(`${url}/`)).text()))
      return pages.every((page) => page.includes(line))
    }
    expect(await shows(content.hero.line)).toBe(true)
    expect((await publish(all[1], 'Said by the second.', 0)).status).toBe(200)
    await expect.poll(() => shows('Said by the second.'), seenWithin).toBe(true)
    const both = await Promise.all([publish(all[0], 'Zero.', 1), publish(all[2], 'Two.', 1)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('show an image of the site that was uploaded at one and published at another', async () => {
    const { all, cookie } = started
    const site = '/api/admin/site'
    const form = { kind: 'logo', image: await png(80, 80) }
    const { name } = (await callInstance(all[0], '/api/images', { cookie, form })).body
    const { content, version } = (await callInstance(all[1], site, { cookie })).body
    const json = { content: { ...content, name: { ...content.name, logo: name } }, basedOn: version }
    const icons = () => Promise.all(all.map(async ({ url }) => (await fetch(`${url}/favicon.svg`)).text()))
    const before = await icons()
    expect((await callInstance(all[1], site, { method: 'PUT', cookie, json })).status).toBe(200)
    const pages = () => Promise.all(all.map(async ({ url }) => (await fetch(`${url}/`)).text()))
    const shown = (html: string) => html.includes(`<image href="/uploads/${name}/80.webp"`)
    await expect.poll(async () => (await pages()).every(shown), seenWithin).toBe(true)
    const after = await icons()
    expect(after.every((icon) => icon === after[0] && icon !== before[0])).toBe(true)
    for (const at of all) expect((await callInstance(at, `/uploads/${name}/80.webp`)).status).toBe(200)
  })

  test('share uploads: an image that one stored is served by all, and gone within five seconds once deleted', async () => {
    const { all, cookie } = started
    const form = {
      pname: 'Shared',
      purl: 'https://example.com',
      categories: 'Web',
      pimage: await png(80, 60),
    }
    const added = await callInstance(all[0], '/portfolio/add-portfolio', { cookie, form })
    const { id, pimage } = added.body.portfolio
    const statuses = () => Promise.all(all.map(async (at) => (await callInstance(at, pimage)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await callInstance(all[1], `/delete/${id}`, { method: 'DELETE', cookie })
    await expect.poll(statuses, seenWithin).toEqual([404, 404, 404])
  })

  test('send each email once, whichever of them a message came to', async () => {
    const { all, group } = started
    const messages = Array.from({ length: 24 }, (_, number) => `Message ${number}`)
    // All at once: on a machine that is busy some wait too long for the database, and are told to send again.
    const send = async (text: string, number: number) => {
      for (;;) {
        const status = await sendMessage(all[number % 3] ?? all[0], text)
        if (status !== 503) return status
      }
    }
    expect(new Set(await Promise.all(messages.map(send)))).toEqual(new Set([201]))
    await expect
      .poll(() => group.db.selectFrom('jobs').select('id').where('queue', '=', 'mail').execute())
      .toEqual([])
    const notified = toOwner(started, /Message \d/).map(({ text = '' }) => /Message \d+/.exec(text)?.[0])
    expect(notified.sort()).toEqual(messages.sort())
  })

  describe('show an edit everywhere within five seconds', () => {
    const namesOfAll = () => Promise.all(started.all.map(namesAt))
    const shown = (name: string) =>
      expect
        .poll(async () => (await namesOfAll()).map((names) => names.includes(name)), seenWithin)
        .toEqual([true, true, true])

    test('while they are notified', async () => {
      await namesOfAll()
      expect(await rename(started.all[0], started.cookie, 'Notified')).toBe(200)
      await shown('Notified')
    })
  })
})
