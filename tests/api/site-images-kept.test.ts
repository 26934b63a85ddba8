// How long images of the site are stored: by versions, drafts and backups.
import { beforeEach, expect, inject, test } from 'vitest'
import type { SiteContent } from '../../contract/site.ts'
import { backUp, contentsOf, emptyPlace, placeOf, restore } from '../support/backups.ts'
import { siteCalls, sitePath } from '../support/calls.ts'
import { cleanUp } from '../support/evidence.ts'
import { png } from '../support/sample-images.ts'
import { type Running, sharedApp } from '../support/start.ts'

const day = 24 * 60 * 60_000
let app: Running
let cookie = ''

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
const { read, put, changed, upload } = siteCalls(() => ({ app, cookie }))
const published = async (change: (site: SiteContent) => void) => {
  const { version, content } = await read()
  expect((await put({ content: await changed(change, content), basedOn: version })).status).toBe(200)
}
const names = async () => {
  const rows = await app.context.db.selectFrom('site_images').select('name').execute()
  return rows.map(({ name }) => name).sort()
}

beforeEach(async () => {
  await app.context.db.deleteFrom('site_versions').execute()
  await app.context.db.deleteFrom('site_images').execute()
  app.context.changes.emit('portfolio')
})

/** The cleanup jobs as they run some time later. They end sessions, too. */
const cleanUpAfter = async (ms: number) => {
  await cleanUp({ ...app.context, now: () => new Date(app.context.now().getTime() + ms) })
  cookie = await app.asAdmin(`admin-after-${ms}@example.com`)
}

test('an image that nothing names is removed after 30 days; what a stored version or a previewed draft names stays', async () => {
  const [live, drafted, forgotten] = [
    await upload(await png()),
    await upload(await png()),
    await upload(await png()),
  ]
  await published((site) => {
    site.about.portrait = live
  })
  await cleanUpAfter(29 * day)
  expect(await names()).toEqual([live, drafted, forgotten].sort())
  const content = await changed((site) => {
    site.search.image = drafted
  })
  app.pass(29 * day)
  // Sessions have ended by then.
  cookie = await app.asAdmin('later@example.com')
  const previewed = await app.json(`${sitePath}/preview`, { cookie, json: { content } })
  expect(previewed.status).toBe(200)
  app.pass(-29 * day)
  await cleanUpAfter(31 * day)
  expect(await names()).toEqual([live, drafted].sort())
  const stored = (await Array.fromAsync(app.context.uploads.list())).map(({ id }) => id)
  expect([stored.includes(live), stored.includes(drafted), stored.includes(forgotten)]).toEqual([
    true,
    true,
    false,
  ])
  // Replaced, and still in a version that can be restored.
  await published((site) => {
    site.about.portrait = ''
  })
  await cleanUpAfter(400 * day)
  expect(await names()).toEqual([live])
  const first = await read(1)
  expect((await put({ content: first.content, basedOn: 2 })).status).toBe(200)
})

test('a backup has the images of the site, and a restore brings them back', async () => {
  const name = await upload(await png(), 'image')
  await published((site) => {
    site.about.portrait = name
  })
  await app.context.images.settled()
  const { file: archive, missingImages } = await backUp(placeOf(app))
  expect(missingImages).toEqual([])
  const copy = await emptyPlace(inject('postgres'))
  await restore(archive, copy)
  const { rows, files } = await contentsOf(copy)
  expect(rows.site_images).toHaveLength(1)
  expect(Object.keys(files)).toContain(`${name}/40.webp`)
})
