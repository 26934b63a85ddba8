// DATA_DIR moved or deleted while the server runs on SQLite: the open files still exist, but what is written to them is lost.
import { access, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { Readiness } from '../../server/readiness.ts'
import { portfolioCalls } from '../support/calls.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()

const contact = (app: Running) =>
  app.json('/contacts', {
    json: { name: 'Mona', email: 'mona@example.com', subject: 'Hello', message: 'Is anybody there?' },
  })
const notReady = { status: 503, body: { status: 'not ready', reason: 'storage' } }
const rejected = {
  status: 503,
  body: { code: 'unavailable', message: expect.stringMatching(/Nothing was changed/) },
}

describe.runIf(inject('postgres') === null)('DATA_DIR under a running server', () => {
  test('moved away: writes are rejected, reading goes on, nothing is made in its place; moved back: it is ready and takes writes', async () => {
    const app = await ownApp()
    const cookie = await app.asAdmin()
    const { dataDir } = app.context.config
    expect(await contact(app)).toMatchObject({ status: 201 })
    await rename(dataDir, `${dataDir}-moved`)
    try {
      expect(await contact(app)).toMatchObject(rejected)
      const { add } = portfolioCalls(() => ({ app, cookie }))
      expect(await add({ status: 'published' })).toMatchObject(rejected)
      await expect.poll(() => app.json('/readyz'), { timeout: 3_000 }).toMatchObject(notReady)
      expect((await app.json('/contacts', { cookie })).body.contacts).toHaveLength(1)
      await expect(access(dataDir)).rejects.toThrow('ENOENT')
    } finally {
      await rename(`${dataDir}-moved`, dataDir)
    }
    await expect.poll(() => app.json('/readyz'), { timeout: 3_000 }).toMatchObject({ status: 200 })
    expect(await contact(app)).toMatchObject({ status: 201 })
  })

  test('replaced by a copy: writes are rejected, as they would be lost with the original', async () => {
    const app = await ownApp()
    const { dataDir } = app.context.config
    const original = `${dataDir}-original`
    await rename(dataDir, original)
    await mkdir(dataDir)
    await copyFile(join(original, 'portfolio.db'), join(dataDir, 'portfolio.db'))
    expect(await contact(app)).toMatchObject(rejected)
    await expect.poll(() => app.json('/readyz'), { timeout: 3_000 }).toMatchObject(notReady)
    await rm(original, { recursive: true })
  })

  test('another lock file: not ready, because a second server could start', async () => {
    const { context } = await ownApp()
    const lock = join(context.config.dataDir, 'server.lock')
    await writeFile(lock, '')
    const readiness = new Readiness(context)
    expect(await readiness.reason()).toBeNull()
    await rename(lock, `${lock}-old`)
    await writeFile(lock, '')
    const later = new Readiness(context)
    expect(await later.reason()).toBeNull()
    await expect.poll(() => readiness.reason(), { timeout: 3_000 }).toBe('storage')
  })
})
