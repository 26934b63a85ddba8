// The slider of Home with covers of projects instead of the site's own images.
import { beforeEach, describe, expect, test } from 'vitest'
import type { SliderChoice } from '../../contract/site.ts'
import { emptyPortfolio, portfolioCalls, siteCalls } from '../support/calls.ts'
import { heldQueries } from '../support/held-queries.ts'
import { type Running, sharedApp } from '../support/start.ts'

const queries = heldQueries()
let app: Running
let cookie = ''

sharedApp(
  async (started) => {
    app = started
    cookie = await app.asAdmin()
  },
  {},
  { pages: true, wrap: queries.wrap },
)
const { read, put, text, changed } = siteCalls(() => ({ app, cookie }))
const { added, update, remove } = portfolioCalls(() => ({ app, cookie }))
const show = async (choice: SliderChoice) => {
  const { version, content } = await read()
  const next = await changed((site) => {
    site.slider.show = choice
  }, content)
  expect((await put({ content: next, basedOn: version })).status).toBe(200)
}
const feature = (id: string, featured = true) =>
  app.json(`/api/portfolio/${id}/feature`, { cookie, json: { featured } })
/** Alternative texts of the slides, without the copies that close the loop. */
const slides = async () => {
  const list = /<section[^>]*aria-label="Projects".*?<\/section>/s.exec(await text('/'))?.[0] ?? ''
  return [...list.matchAll(/<img[^>]*alt="([^"]*)"/g)].map(([, alt]) => alt).slice(0, 6)
}
const own = (count: number) => Array.from({ length: count }, (_, at) => `Slide ${at + 1}`)

beforeEach(async () => {
  queries.fail(null)
  await emptyPortfolio(app)
  await app.context.db.deleteFrom('site_versions').execute()
  app.context.changes.emit('portfolio')
})

describe('the slider', () => {
  test('shows the covers of the latest published projects, and its own images where there are too few', async () => {
    const first = await added({ pname: 'First', status: 'published' })
    app.pass(1000)
    await added({ pname: 'Draft', status: 'draft' })
    await added({ pname: 'Second & "third"', status: 'published' })
    expect(await slides()).toEqual(own(6))
    await show('latest')
    expect(await slides()).toEqual(['Second &amp; &quot;third&quot;', 'First', ...own(4)])
    expect(await text('/')).toContain(`srcSet="${first.pimage?.replace(/40\.webp$/, '40.avif')} 40w"`)
    // Home follows each change of a project.
    await update(first.id, { pname: 'Renamed' })
    expect(await slides()).toEqual(['Second &amp; &quot;third&quot;', 'Renamed', ...own(4)])
    await update(first.id, { pname: 'Renamed', status: 'draft' })
    expect(await slides()).toEqual(['Second &amp; &quot;third&quot;', ...own(5)])
    for (let n = 0; n < 6; n++) {
      app.pass(1000)
      await added({ pname: `More ${n}`, status: 'published' })
    }
    expect(await slides()).toEqual([5, 4, 3, 2, 1, 0].map((n) => `More ${n}`))
  })

  test('crops each cover around the focal point of its project', async () => {
    const { id } = await added({ pname: 'Tall', status: 'published', focalX: '20', focalY: '75' })
    await show('latest')
    // The slide and its copy that closes the loop.
    expect((await text('/')).match(/style="object-position:20% 75%"/g)).toHaveLength(2)
    await update(id, { pname: 'Tall', focalX: '21', focalY: '100' })
    expect(await text('/')).toContain('style="object-position:21% 100%"')
    await show('images')
    expect(await text('/')).not.toContain('object-position')
  })

  test('shows those of featured projects in the order of the gallery', async () => {
    const items = []
    for (const pname of ['A', 'B', 'C']) {
      items.push(await added({ pname, status: 'published' }))
      app.pass(1000)
    }
    const [a, , c] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]]
    await show('featured')
    expect(await slides()).toEqual(own(6))
    for (const item of [a, c]) expect((await feature(item.id)).status).toBe(200)
    expect(await slides()).toEqual(['C', 'A', ...own(4)])
    await app.json(`/api/portfolio/${a.id}/move`, { cookie, json: { to: 'top' } })
    expect(await slides()).toEqual(['A', 'C', ...own(4)])
    await remove(a.id)
    expect(await slides()).toEqual(['C', ...own(5)])
    await feature(c.id, false)
    expect(await slides()).toEqual(own(6))
  })

  test('shows the covers it had while the database is away, and later ones once it is back', async () => {
    const item = await added({ pname: 'Before', status: 'published' })
    await show('latest')
    expect(await slides()).toEqual(['Before', ...own(5)])
    await app.context.db.updateTable('items').set({ name: 'After' }).where('id', '=', item.id).execute()
    queries.fail(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    app.context.changes.emit('portfolio')
    expect(await slides()).toEqual(['Before', ...own(5)])
    queries.fail(null)
    await expect.poll(slides, { timeout: 20_000 }).toEqual(['After', ...own(5)])
  })
})
