// Image files and the rows that name them: none without the other, and the cleanup job that removes unnamed files. What is accepted and served: images.test.ts.
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../../server/db/connect.ts'
import { imageNames } from '../../../server/image-names.ts'
import { cleanUpImages } from '../../../server/images/cleanup.ts'
import { portfolioCalls } from '../../support/calls.ts'
import { startObjectStorage } from '../../support/peers/object-storage.ts'
import { png } from '../../support/sample-images.ts'
import { type Running, sharedApp } from '../../support/start.ts'

let app: Running
let cookie: string
let count = 0
/** Wraps the database so that commits succeed, and the connection is lost before their result. */
let lose: ((db: Database) => Database) | null = null

function bound(target: Database, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name)
  return typeof member === 'function' ? member.bind(target) : member
}

const day = 24 * 60 * 60_000
const portfolio = portfolioCalls(() => ({ app, cookie }))
const fields = (pimage: Blob) => ({ pname: `Project ${++count}`, pimage })
const add = (pimage: Blob) => portfolio.add({ ...fields(pimage), status: 'published' })
const update = (id: string, pimage: Blob) => portfolio.update(id, fields(pimage))
/** Of all images that are stored, once no AVIF file is being made. */
const folders = async () => {
  await app.context.images.settled()
  return (await Array.fromAsync(app.context.uploads.list())).map(({ id }) => id)
}
/** The cleanup job as it runs some time later. */
const cleanUp = (after = 0) =>
  cleanUpImages({ ...app.context, now: () => new Date(Date.now() + after) }, imageNames)
const unnamed = 'ffffffffffffffffffffffff-10x10'
const storeUnnamed = () => app.context.uploads.store(unnamed, new Map([['10.webp', new Uint8Array([1])]]))

interface UploadStorage {
  env: Record<string, string>
  /** Sets when the files of an image were stored. */
  date(folder: string, time: Date): Promise<void>
  stop(): Promise<void>
}

async function folderStorage(): Promise<UploadStorage> {
  return {
    env: {},
    async date(folder, time) {
      const path = join(app.context.config.dataDir, 'uploads', folder)
      for (const name of await readdir(path)) await utimes(join(path, name), time, time)
    },
    stop: async () => {},
  }
}

async function s3Storage(): Promise<UploadStorage> {
  const storage = await startObjectStorage()
  const bucket = await storage.bucket()
  return { env: { STORAGE_URL: bucket.url() }, date: bucket.date, stop: storage.stop }
}

/** The bucket has no part in what differs between the databases. */
const storages =
  inject('postgres') === null ? { folder: folderStorage, S3: s3Storage } : { folder: folderStorage }

describe.each(Object.entries(storages))('on %s', (_, open) => {
  const env: Record<string, string> = {}
  let storage: UploadStorage
  const age = async (ms: number) => {
    for (const folder of await folders()) await storage.date(folder, new Date(Date.now() - ms))
  }
  beforeAll(async () => {
    storage = await open()
    Object.assign(env, storage.env)
  })
  afterAll(() => storage.stop())
  sharedApp(
    async (started) => {
      app = started
      cookie = await app.asAdmin()
    },
    env,
    { wrap: (db) => new Proxy(db, { get: (_, name) => bound(lose?.(db) ?? db, name) }) },
  )
  beforeEach(async () => {
    const { portfolios } = (await app.json('/get-portfolios?limit=100', { cookie })).body
    const ids = portfolios.map(({ id }: { id: string }) => id)
    if (ids.length > 0) await app.send('/bulk-delete', { cookie, json: { ids } })
    for (const folder of await folders()) await app.context.uploads.drop(folder)
  })

  const shows = async (image: string) => (await app.send(image)).status === 200
  const projects = async () => (await app.json('/get-portfolios?limit=100', { cookie })).body.portfolios
  const folderOf = (image: string) => image.split('/')[2]

  test('of a replaced image no file stays, also after ten replacements and three at the same moment, and of a deleted project none', async () => {
    const first = (await add(await png())).body.portfolio
    for (let n = 0; n < 10; n++) await update(first.id, await png(20 + n, 20))
    const images = await Promise.all([31, 32, 33].map((size) => png(size, size)))
    const responses = await Promise.all(images.map((image) => update(first.id, image)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shows(first.pimage)).toBe(false)
    const [{ pimage }] = await projects()
    expect(await shows(pimage)).toBe(true)
    expect(await folders()).toEqual([folderOf(pimage)])

    const [updated, deleted] = await Promise.all([update(first.id, await png()), portfolio.remove(first.id)])
    expect(deleted.status).toBe(200)
    expect([200, 404]).toContain(updated.status)
    // Also from the cache.
    const gone = await app.json(pimage)
    expect([gone.status, gone.body.message]).toEqual([404, 'There is no image at this URL.'])
    expect(gone.headers.get('cache-control')).toBe('no-store')
    expect(await folders()).toEqual([])
  })

  test('an image stays where the outcome of the commit is unknown', async () => {
    const away = Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
    lose = (db) =>
      new Proxy(db, {
        get(target, name) {
          if (name !== 'transaction') return bound(target, name)
          return () => ({
            execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
              await target.transaction().execute(work)
              throw away
            },
          })
        },
      })
    const { status } = await add(await png())
    lose = null
    expect(status).toBe(503)
    expect(await shows((await projects())[0].pimage)).toBe(true)
  })

  test('paths that lead elsewhere are not found', async () => {
    for (const path of [
      '/uploads/../portfolio.db',
      '/uploads/x/..%2f..%2fportfolio.db',
      `/uploads/${unnamed}/1.png`,
      '/uploads/a%00b/10.webp',
    ]) {
      const { status, headers } = await app.send(path)
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('content-type')).toContain('application/json')
    }
  })

  describe('the cleanup job', () => {
    test('removes what no row names a week after it was stored, also where the clock is ahead, unless no row names any', async () => {
      await storeUnnamed()
      await age(8 * day)
      // As in an empty database.
      expect(await cleanUp()).toBe(0)
      const { pimage } = (await add(await png())).body.portfolio
      await age(0)
      for (const ahead of [0, 40 * day]) expect(await cleanUp(ahead)).toBe(0)
      expect(await folders()).toHaveLength(2)
      expect(await shows(`/uploads/${unnamed}/10.webp`)).toBe(true)
      await age(8 * day)
      await add(await png())
      expect(await cleanUp()).toBe(1)
      expect(await folders()).toContain(folderOf(pimage))
      expect(await shows(`/uploads/${unnamed}/10.webp`)).toBe(false)
    })

    test('removes nothing from uploads with another or no installation id', async () => {
      await storeUnnamed()
      await age(8 * day)
      await add(await png())
      const own = (await app.context.uploads.readInstallation()) ?? ''
      for (const [id, count] of [
        ['other-installation', 0],
        ['', 0],
        [own, 1],
      ] as const) {
        await app.context.uploads.writeInstallation(id)
        expect([id, await cleanUp()]).toEqual([id, count])
      }
    })
  })
})
