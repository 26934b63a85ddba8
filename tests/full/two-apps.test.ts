// Two apps in one process, with databases, settings and data of their own: neither shows in the other.
import { describe, expect, test } from 'vitest'
import { indexedPages } from '../../contract/pages.ts'
import { addItem } from '../../server/projects/items.ts'
import { queueMail } from '../support/email-calls.ts'
import { ownApps } from '../support/own-apps.ts'
import { navigation, sendRaw } from '../support/raw-request.ts'
import { png } from '../support/sample-images.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
const origins = ['https://one.example', 'https://two.example'] as const
const names = ['Onlyinone', 'Onlyintwo'] as const

describe('two apps in one process', () => {
  test('share nothing: neither data, nor settings, nor what is cached', async () => {
    const apps: [Running, Running] = [
      await ownApp({ PUBLIC_URL: origins[0] }, { pages: true }),
      await ownApp({ PUBLIC_URL: origins[1] }, { pages: true }),
    ]
    const image = new Uint8Array(await (await png()).arrayBuffer())
    const ids = await Promise.all(
      apps.map(async ({ context }, at) => {
        const item = { pname: names[at] ?? '', purl: 'https://example.com', categories: [names[at] ?? ''] }
        return (await addItem(context, { ...item, status: 'published', image })).id
      }),
    )
    const paths = [
      ...indexedPages,
      '/portfolio?search=only',
      `/portfolio/${ids[0]}`,
      `/portfolio/${ids[1]}`,
      '/getportfolio/public',
      '/public-categories',
      '/sitemap.xml',
      '/robots.txt',
      '/made-up',
      '/dashboard',
    ]
    // In turns and at the same moment, computed and cached.
    for (let round = 0; round < 3; round++)
      for (const path of paths) {
        const [one, two] = await Promise.all(apps.map((app) => sendRaw(app, path, navigation)))
        for (const [own, foreign, text] of [
          [0, 1, one?.text ?? ''],
          [1, 0, two?.text ?? ''],
        ] as const) {
          expect(text, path).not.toContain(names[foreign])
          expect(text, path).not.toContain(ids[foreign])
          expect(text, path).not.toContain(origins[foreign])
          if (/^\/(portfolio|getportfolio|public)/.test(path) && !path.includes(ids[foreign] ?? ''))
            expect(text, path).toContain(names[own])
          if (/^\/(about|contact|portfolio|sitemap.xml|robots.txt)?$/.test(path))
            expect(text, path).toContain(origins[own])
        }
      }
    // A change in one clears nothing of the other, and one that stops does not stop the other.
    const [one, two] = apps
    const etag = async (app: Running) => (await sendRaw(app, '/portfolio')).headers.get('etag')
    const before = await Promise.all(apps.map(etag))
    await one.context.db.updateTable('items').set({ status: 'draft' }).execute()
    one.context.changes.emit('portfolio')
    expect(await etag(one)).not.toBe(before[0])
    expect(await etag(two)).toBe(before[1])
    await one.context.db.destroy()
    one.context.readiness.stopping = true
    expect((await one.send('/readyz')).status).toBe(503)
    expect((await two.send('/readyz')).status).toBe(200)
  })

  test('have a queue for passwords each: one that is busy does not turn the other’s users away', async () => {
    const apps = [await ownApp(), await ownApp()] as const
    const busy = Array.from({ length: 40 }, () =>
      apps[0].context.passwordHasher.hash('x').catch(() => 'turned away'),
    )
    const other = await apps[1].context.passwordHasher.hash('x')
    expect(other).toMatch(/^\$argon2id/)
    expect(await Promise.all(busy)).toContain('turned away')
  })

  test('have a mail server each: trouble with one does not delay the emails of the other', async () => {
    // A closed port.
    const one = await ownApp({ SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' })
    const two = await ownApp()
    await queueMail(one, ['one@example.org'])
    await expect.poll(() => one.context.jobs.isInTrouble('mail')).toBe(true)
    expect(two.context.jobs.isInTrouble('mail')).toBe(false)
  })
})
