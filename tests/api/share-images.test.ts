// Share images on disk: drawn once, limited in number and bytes, removed with their project, not drawn for invented
// URLs. What is drawn: brand-routes.test.ts.
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PortfolioItem } from '../../contract/portfolio.ts'
import { ShareImageFiles } from '../../server/brand/share-image-files.ts'
import { ShareImages } from '../../server/brand/share-images.ts'
import { newId } from '../../server/context.ts'
import { changePublicContent } from '../../server/public-content.ts'
import { cleanUp } from '../support/clean-up.ts'
import { ownApps } from '../support/own-apps.ts'
import { portfolioCalls } from '../support/portfolio-calls.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
let app: Running
let cookie: string
const portfolio = portfolioCalls(() => ({ app, cookie }))

beforeEach(async () => {
  app = await ownApp()
  cookie = await app.asAdmin()
})

const folder = () => join(app.context.config.dataDir, 'share-images')
const stored = async () => (await readdir(folder()).catch(() => [])).sort()
const fileOf = async (item: PortfolioItem) =>
  (await new ShareImages(app.context).pathOf(item)).replace('/share/', '')
const get = async (item: PortfolioItem) => {
  const response = await app.send(`/share/${await fileOf(item)}`)
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

/** From here on counts what is drawn; `hold` lets nothing be finished until `release`. */
function countDrawings(hold = Promise.resolve()) {
  const { images } = app.context
  const compose = images.compose.bind(images)
  const counted = { drawn: 0 }
  images.compose = async (...args) => {
    counted.drawn++
    await hold
    return compose(...args)
  }
  return counted
}

/** The left half red, the right half blue. */
async function halves(width: number, height: number): Promise<File> {
  const half = (background: string) =>
    sharp({ create: { width: width / 2, height, channels: 3, background } })
      .png()
      .toBuffer()
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: await half('blue'), left: width / 2, top: 0 }])
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'halves.png', { type: 'image/png' })
}

/** Of the middle of a project's image on its share image. */
async function colourOf(shareImage: Buffer): Promise<'red' | 'blue'> {
  const middle = { left: 780, top: 300, width: 20, height: 20 }
  const { channels } = await sharp(await sharp(shareImage).extract(middle).png().toBuffer()).stats()
  return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'red' : 'blue'
}

/** Published projects straight in the database, without images of their own. */
async function publish(count: number): Promise<PortfolioItem[]> {
  const now = new Date().toISOString()
  const rows = Array.from({ length: count }, (_, n) => {
    const texts = { name: `Project ${n}`, name_key: `project ${n}`, search_text: `project ${n}` }
    const times = { created_at: now, updated_at: now }
    return {
      id: newId(),
      ...texts,
      ...times,
      url: 'https://example.com',
      image: null,
      status: 'published' as const,
    }
  })
  await changePublicContent(app.context, (tx) => tx.insertInto('items').values(rows).execute())
  return (await app.json(`/getportfolio/public?limit=${count}`)).body.portfolios
}

describe('a share image', () => {
  test('is drawn once and served from disk afterwards, also by the next process', async () => {
    const item = await portfolio.added({ status: 'published' })
    const counted = countDrawings()
    const first = await get(item)
    expect(first.status).toBe(200)
    expect(await stored()).toEqual([await fileOf(item)])
    // The next process begins with nothing in memory.
    const next = new ShareImages(app.context)
    expect(await next.ofProject(item)).toEqual(first.body)
    const owner = await next.ofOwner()
    expect(await new ShareImages(app.context).ofOwner()).toEqual(owner)
    expect(counted.drawn).toBe(2)
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    for (const name of await stored()) expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600)
  })

  test('replaces the older one when its project changes, and is removed with it', async () => {
    const item = await portfolio.added({ status: 'published' })
    const other = await portfolio.added({ pname: 'Other', status: 'published' })
    await get(item)
    await get(other)
    const { body } = await portfolio.update(item.id, { pname: 'Renamed' })
    await get(body.portfolio)
    expect(await stored()).toEqual([await fileOf(body.portfolio), await fileOf(other)].sort())
    await portfolio.remove(item.id)
    expect(await stored()).toEqual([await fileOf(other)])
  })

  test('crops the image around the focal point, and has another URL for another point', async () => {
    const pimage = await halves(1200, 300)
    const left = await portfolio.added({ status: 'published', pimage, focalX: '0', focalY: '50' })
    expect(await colourOf((await get(left)).body)).toBe('red')
    const { body } = await portfolio.update(left.id, { focalX: '100', focalY: '50' })
    expect(await fileOf(body.portfolio)).not.toBe(await fileOf(left))
    expect(await colourOf((await get(body.portfolio)).body)).toBe('blue')
  })

  test('of a project that is not published any more is removed by the cleanup job', async () => {
    const items = await publish(2)
    for (const item of items) await get(item)
    await new ShareImages(app.context).ofOwner()
    await writeFile(join(folder(), 'half-written.tmp'), '')
    await utimes(join(folder(), 'half-written.tmp'), 0, 0)
    const [withdrawn, shown] = items as [PortfolioItem, PortfolioItem]
    await app.json('/bulk-update-status', { cookie, json: { ids: [withdrawn.id], status: 'draft' } })
    await cleanUp(app.context)
    expect(await stored()).toEqual([await fileOf(shown), expect.stringMatching(/^_owner-/)])
  })

  test('is not stored while the file of its project’s image is missing', async () => {
    const item = await portfolio.added({ status: 'published' })
    const [, name = ''] = /\/uploads\/([^/]+)\//.exec(item.pimage ?? '') ?? []
    await app.context.uploads.discard(name, new Date())
    const without = await get(item)
    expect([without.status, await stored()]).toEqual([200, []])
    await app.context.uploads.restore([name])
    const whole = await get(item)
    expect(whole.body).not.toEqual(without.body)
    expect(await stored()).toEqual([await fileOf(item)])
  })

  test('is served although it cannot be stored', async () => {
    const [item] = (await publish(1)) as [PortfolioItem]
    app.context.log.level = 'silent'
    // A file is where the folder would have to be.
    await writeFile(folder(), '')
    const shareImageFiles = new ShareImageFiles(folder())
    const images = new ShareImages({ ...app.context, shareImageFiles })
    expect((await images.ofProject(item)).length).toBeGreaterThan(1_000)
  })
})

describe('a crawler', () => {
  test('that requests more images than may wait gets 503 with Retry-After for the rest', async () => {
    const items = await publish(15)
    app.context.log.level = 'silent'
    let release = () => {}
    countDrawings(
      new Promise<void>((resolve) => {
        release = resolve
      }),
    )
    let rejected = 0
    const responses = items.map(async (item) => {
      const response = await app.send(`/share/${await fileOf(item)}`)
      if (response.status === 503) rejected++
      return response
    })
    await expect.poll(() => rejected, { timeout: 20_000 }).toBe(3)
    release()
    const all = await Promise.all(responses)
    for (const response of all.filter(({ status }) => status === 503))
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(all.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(await stored()).toHaveLength(12)
  })

  test('that makes up URLs causes nothing to be drawn or stored', async () => {
    const [item] = (await publish(1)) as [PortfolioItem]
    const draft = await portfolio.added({ status: 'draft' })
    const counted = countDrawings()
    const hash = '0123456789abcdef'
    for (const [path, status] of [
      [`/share/${item.id}-${hash}.jpg`, 302],
      [`/share/${newId()}-${hash}.jpg`, 404],
      [`/share/${await fileOf(draft)}`, 404],
      [`/share/owner-${hash}.png`, 404],
      [`/share/..%2f..%2fportfolio.db`, 404],
    ] as const)
      expect([path, (await app.send(path)).status]).toEqual([path, status])
    expect([counted.drawn, await stored()]).toEqual([0, []])
  })
})

describe('the folder of share images', () => {
  const names = Array.from({ length: 6 }, (_, n) => `${String(n).repeat(24)}-${'a'.repeat(16)}.jpg`)
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portfolio-share-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const fill = async (files: ShareImageFiles, bytes: number) => {
    for (const [n, name] of names.entries()) {
      await files.write(name, new Uint8Array(bytes))
      await utimes(join(root, name), n, n)
    }
    return (await readdir(root)).sort()
  }

  test('is limited to a number of files: the oldest are deleted', async () => {
    expect(await fill(new ShareImageFiles(root, { files: 4, bytes: 1_000 }), 10)).toEqual(names.slice(2))
  })

  test('is limited to a number of bytes: the oldest are deleted', async () => {
    expect(await fill(new ShareImageFiles(root, { files: 100, bytes: 350 }), 100)).toEqual(names.slice(3))
  })

  test('accepts only generated names', async () => {
    const files = new ShareImageFiles(root)
    for (const name of ['../x', 'x.jpg', `${names[0]}/../x`, 'owner-.png'])
      await expect(files.write(name, new Uint8Array())).rejects.toThrow('not generated')
  })
})
