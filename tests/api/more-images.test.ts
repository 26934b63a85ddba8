// The images of "About this project", and who sees and changes any image of a project beyond its cover.
import { beforeEach, describe, expect, test } from 'vitest'
import type { MoreImage } from '../../contract/responses/projects.ts'
import { emptyPortfolio, imageCalls, portfolioCalls } from '../support/calls.ts'
import { png } from '../support/sample-images.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

const { added, update, list } = portfolioCalls(() => ({ app, cookie }))
const { page, dropPage, more, changeImage, dropImage, images, shown } = imageCalls(() => ({ app, cookie }))

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const altsOf = (list: MoreImage[]) => list.map(({ alt }) => alt)
const stored = async (id: string): Promise<MoreImage[]> => (await images(id)).body.more
/** A project with an image for each text. */
async function withImages(...alts: string[]) {
  const { id } = await added({ pname: `With ${alts.length}`, status: 'published' })
  for (const alt of alts) await more(id, await png(), alt)
  return { id, list: await stored(id) }
}

describe('more images', () => {
  test('are shown with the project that is requested by its id, and with its neighbours', async () => {
    const older = await added({ pname: 'Older', status: 'published' })
    const { id } = await added({ status: 'published' })
    const usual = await shown(id)
    expect(Object.keys(usual ?? {})).not.toContain('images')
    const { status, body } = await more(id, await png(), ' Rooms\u0000at night ')
    expect([status, body.message]).toEqual([201, 'Image added.'])
    expect(body.more).toEqual([{ id: expect.any(String), src: expect.any(String), alt: 'Rooms at night' }])
    await page(id, await png(40, 90))
    expect(await shown(id)).toEqual({
      ...usual,
      images: body.more,
      pages: { desktop: [expect.any(String)] },
      neighbours: { previous: null, next: { id: older.id, name: 'Older' } },
    })
    const { portfolios } = (await app.json('/getportfolio/public')).body
    expect(Object.keys(portfolios[0])).toEqual(Object.keys(older))
    expect(Object.keys((await list()).portfolios[0])).toEqual(Object.keys(older))
  })

  test('are eight at most, also of two at once, and what is too many is not stored', async () => {
    const { id } = await withImages('1', '2', '3', '4', '5', '6', '7')
    const both = await Promise.all([more(id, await png(), '8'), more(id, await png(), '8')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await more(id, await png())).body).toMatchObject({
      code: 'conflict',
      message: 'A project has at most 8 more images. Remove one first.',
    })
    expect(altsOf(await stored(id))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  })

  test('are moved, described and removed one by one', async () => {
    const { id, list } = await withImages('a', 'b', 'c')
    const [a, b, c] = list.map((image) => image.id)
    await changeImage(id, String(c), { position: 0 })
    expect(altsOf(await stored(id))).toEqual(['c', 'a', 'b'])
    await changeImage(id, String(c), { position: 99, alt: 'C' })
    expect(altsOf(await stored(id))).toEqual(['a', 'b', 'C'])
    await dropImage(id, String(b))
    await more(id, await png(), 'd')
    const { body } = await changeImage(id, String(a), { alt: '' })
    expect(altsOf(body.more)).toEqual(['', 'C', 'd'])
    expect((await dropImage(id, String(b))).status).toBe(404)
    expect((await changeImage(id, String(b), { alt: 'x' })).body.message).toBe('This image no longer exists.')
  })

  test('of two admins at once no change is lost', async () => {
    const { id, list } = await withImages('a', 'b', 'c')
    const [a, b, c] = list.map((image) => image.id)
    const other = await app.asAdmin('second@example.com')
    await Promise.all([
      changeImage(id, String(c), { position: 0 }),
      changeImage(id, String(a), { alt: 'A' }, other),
      dropImage(id, String(b), other),
      more(id, await png(), 'd'),
    ])
    expect(altsOf(await stored(id))).toEqual(['c', 'A', 'd'])
  })

  test('survive an update of the project', async () => {
    const { id } = await withImages('a')
    await update(id, { pname: 'Renamed' })
    expect(altsOf((await shown(id))?.images ?? [])).toEqual(['a'])
  })

  test.each([
    [{ alt: 'x'.repeat(121) }, { alt: 'The description must be at most 120 characters.' }],
    [{ alt: 7 }, { alt: 'The description must be text.' }],
    [{ position: -1 }, { position: 'The position is a whole number from 0.' }],
    [{ position: 1.5 }, { position: 'The position is a whole number from 0.' }],
  ])('%j is rejected', async (sent, errors) => {
    const { id, list } = await withImages('a')
    const { status, body } = await changeImage(id, String(list[0]?.id), sent)
    expect([status, body.errors]).toEqual([400, errors])
    expect(altsOf(await stored(id))).toEqual(['a'])
  })
})

test('none of a draft is for strangers, and only admins change any of it', async () => {
  const { id } = await added()
  await page(id, await png(40, 90))
  const [image] = (await more(id, await png(), 'Rooms')).body.more
  expect(await shown(id)).toBeUndefined()
  const user = await app.asUser()
  for (const [as, status] of [
    ['', 401],
    [user, 403],
  ] as const) {
    const all = [
      await images(id, as),
      await page(id, await png(), 'desktop', as),
      await dropPage(id, 'desktop', as),
      await more(id, await png(), '', as),
      await changeImage(id, image.id, { alt: 'x' }, as),
      await dropImage(id, image.id, as),
    ]
    expect(all.map((one) => one.status)).toEqual(all.map(() => status))
  }
  expect((await images(id)).body).toMatchObject({ pages: { desktop: [expect.any(String)] }, more: [image] })
})

test('an unknown project, image and device are 404', async () => {
  const { id } = await added()
  const other = await withImages('a')
  const foreign = String(other.list[0]?.id)
  const unknown = 'f'.repeat(24)
  const all = [
    await images(unknown),
    await page(unknown, await png()),
    await dropPage(unknown, 'desktop'),
    await more(unknown, await png()),
    await page(id, await png(), 'watch'),
    await dropPage(id, 'more'),
    await changeImage(id, foreign, { alt: 'x' }),
    await dropImage(id, foreign),
  ]
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 404))
  expect(altsOf(await stored(other.id))).toEqual(['a'])
})
