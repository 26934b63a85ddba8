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

  describe('files and rows', () => {
    test('a replaced image is removed, an unchanged one stays, and ten replacements leave one', async () => {
      const first = await add(await png())
      const { id } = first.body.portfolio
      let last = first
      for (let n = 0; n < 10; n++) last = await update(id, await png(20 + n, 20))
      expect((await app.send(first.body.portfolio.pimage)).status).toBe(404)
      expect((await app.send(last.body.portfolio.pimage)).status).toBe(200)
      expect(await folders()).toHaveLength(1)
    })

    test('an image stays where the outcome of the commit is unknown', async () => {
      const away = Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
      lose = (db) =>
        new Proxy(db, {
          get(target, name) {
            const member = Reflect.get(target, name)
            if (name !== 'transaction') return typeof member === 'function' ? member.bind(target) : member
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
      const { portfolios } = (await app.json('/get-portfolios?limit=100', { cookie })).body
      expect((await app.send(portfolios[0].pimage)).status).toBe(200)
    })

    test('the image of a deleted project is removed, also from the cache', async () => {
      const { body } = await add(await png())
      expect((await app.send(body.portfolio.pimage)).status).toBe(200)
      await portfolio.remove(body.portfolio.id)
      const gone = await app.json(body.portfolio.pimage)
      expect(gone.status).toBe(404)
      expect(gone.body).toEqual({
        success: false,
        code: 'unknown',
        message: 'There is no image at this URL.',
      })
      expect(gone.headers.get('cache-control')).toBe('no-store')
      expect(await folders()).toEqual([])
    })

    test('three images for one project at the same moment: one stays', async () => {
      const { body } = await add(await png())
      const { id } = body.portfolio
      const responses = await Promise.all([21, 22, 23].map(async (size) => update(id, await png(size, size))))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
      const [project] = (await app.json('/get-portfolios', { cookie })).body.portfolios
      expect(await folders()).toEqual([project.pimage.split('/')[2]])
      expect((await app.send(project.pimage)).status).toBe(200)
    })

    test('an update of a project that is deleted in between leaves no file', async () => {
      const { body } = await add(await png())
      const { id } = body.portfolio
      const [updated, deleted] = await Promise.all([update(id, await png()), portfolio.remove(id)])
      expect(deleted.status).toBe(200)
      expect([200, 404]).toContain(updated.status)
      expect(await folders()).toEqual([])
    })

    test.each([
      '/uploads/../portfolio.db',
      '/uploads/x/..%2f..%2fportfolio.db',
      '/uploads/ffffffffffffffffffffffff-10x10/1.png',
      '/uploads/a%00b/10.webp',
    ])('%s is not found', async (path) => {
      const { status, headers } = await app.send(path)
      expect(status).toBe(404)
      expect(headers.get('content-type')).toContain('application/json')
    })
  })

  describe('the cleanup job', () => {
    test('removes what no row names a week after it was stored, also where the clock is ahead', async () => {
      const { body } = await add(await png())
      await storeUnnamed()
      expect((await app.send(`/uploads/${unnamed}/10.webp`)).status).toBe(200)
      expect(await cleanUp()).toBe(0)
      expect(await cleanUp(40 * day)).toBe(0)
      expect(await folders()).toHaveLength(2)
      await age(8 * day)
      await add(await png())
      expect(await cleanUp()).toBe(1)
      expect(await folders()).toContain(body.portfolio.pimage.split('/')[2])
      expect(await folders()).not.toContain(unnamed)
      expect((await app.send(`/uploads/${unnamed}/10.webp`)).status).toBe(404)
    })

    test('removes nothing while no row names an image, as in an empty database', async () => {
      await storeUnnamed()
      await age(8 * day)
      expect(await cleanUp()).toBe(0)
      expect(await folders()).toEqual([unnamed])
    })

    test.each([
      ['another', 'other-installation'],
      ['no', ''],
    ])('removes nothing from uploads with %s installation id', async (_, id) => {
      await storeUnnamed()
      await age(8 * day)
      await add(await png())
      const own = (await app.context.uploads.readInstallation()) ?? ''
      await app.context.uploads.writeInstallation(id)
      expect(await cleanUp()).toBe(0)
      expect(await folders()).toHaveLength(2)
      await app.context.uploads.writeInstallation(own)
      expect(await cleanUp()).toBe(1)
    })
  })
})
