// The folder of uploads is not the one of the database, as while its disk is not mounted: it is not taken for theirs.
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../support/request.ts'
import { png } from '../support/sample-images.ts'
import { spawnServer } from '../support/server-process.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
let app: Running
let cookie: string
let uploads: string

beforeEach(async () => {
  app = await ownApp({ LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
  uploads = join(app.context.config.dataDir, 'uploads')
  expect((await add(app)).status).toBe(201)
  await app.context.images.settled()
  await rename(uploads, `${uploads}-away`)
})

let count = 0
async function add({ url }: { url: string }) {
  const fields = { pname: `Project ${++count}`, purl: 'https://example.com', categories: 'Print' }
  const form = { ...fields, status: 'published', pimage: await png() }
  return call(url, '/portfolio/add-portfolio', { form, cookie })
}

const readiness = ({ url }: { url: string }) =>
  expect.poll(() => call(url, '/readyz').catch(() => null), { timeout: 30_000 })
const notReady = { status: 503, body: { status: 'not ready', reason: 'storage' } }
const ready = { status: 200 }

async function startWithout() {
  const { dataDir, databaseUrl } = app.context.config
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const server = await spawnServer({ ...env, THROTTLE: 'off' })
  await readiness(server).toMatchObject(notReady)
  return server
}

test('a start while the uploads are moved away says so once, stores no image, serves pages, and is ready when they are back', async () => {
  await using server = await startWithout()
  expect(server.logged('uploads.missing')).toEqual([
    expect.objectContaining({
      level: 50,
      msg: expect.stringMatching(/uploads is not the one of this database.*Mount or restore it/),
    }),
  ])
  expect((await add(server)).status).toBe(503)
  expect((await server.call('/', { headers: { accept: 'text/html' } })).status).toBe(200)
  // Nothing stands in their way.
  await rename(`${uploads}-away`, uploads)
  await readiness(server).toMatchObject(ready)
  expect((await add(server)).status).toBe(201)
})

test('a start with an empty folder writes no id there, and accepts the folder when the owner does what the log says', async () => {
  await mkdir(uploads)
  await using server = await startWithout()
  expect((await add(server)).status).toBe(503)
  expect(await readdir(uploads)).not.toContain('.installation-id')
  const [line] = server.logged('uploads.missing')
  const [, file = '', id = ''] = /make the file (\S+) with the text (\S+) in it/.exec(line.msg) ?? []
  await writeFile(file, `${id}\n`)
  await readiness(server).toMatchObject(ready)
  expect((await add(server)).status).toBe(201)
})
