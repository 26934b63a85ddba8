// The folder of uploads is not the one of the database, as while its disk is not mounted: it is not taken for theirs.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { png } from '../support/sample-images.ts'
import { type SpawnedServer, spawnServer } from '../support/server-process.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
/** Ended before the folder of the app is removed: a server goes on making smaller images in it. */
const spawned: SpawnedServer[] = []
afterEach(async () => {
  for (const server of spawned.splice(0)) {
    server.kill('SIGKILL')
    await server.ended
  }
})
let app: Running
let cookie: string
let uploads: string

beforeEach(async () => {
  app = await ownApp({ LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
  uploads = join(app.context.config.dataDir, 'uploads')
  expect((await add(app.url)).status).toBe(201)
  await app.context.images.settled()
  await rename(uploads, `${uploads}-away`)
})

let count = 0
async function add(url: string): Promise<Response> {
  const body = new FormData()
  const fields = { pname: `Project ${++count}`, purl: 'https://example.com', categories: 'Print' }
  for (const [name, value] of Object.entries({ ...fields, status: 'published' })) body.append(name, value)
  body.append('pimage', await png())
  return fetch(`${url}/portfolio/add-portfolio`, { method: 'POST', headers: { cookie }, body })
}

const readiness = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.json(),
    () => null,
  )
const notReady = { status: 'not ready', reason: 'storage' }
const ready = { status: 'ready' }

async function startWithout(): Promise<SpawnedServer> {
  const { dataDir, databaseUrl } = app.context.config
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const server = await spawnServer({ ...env, THROTTLE: 'off' })
  spawned.push(server)
  await expect.poll(() => readiness(server.url), { timeout: 30_000 }).toEqual(notReady)
  return server
}

function lineAbout(server: SpawnedServer): { level: number; msg: string } {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('uploads.missing'))
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0] ?? '')
}

describe('a start without the uploads', () => {
  test('that are moved away says so once, stores no image, serves pages, and is ready when they are back', async () => {
    const server = await startWithout()
    expect(lineAbout(server)).toMatchObject({
      level: 50,
      msg: expect.stringMatching(/uploads is not the one of this database.*Mount or restore it/),
    })
    expect((await add(server.url)).status).toBe(503)
    expect((await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).status).toBe(200)
    // Nothing stands in their way.
    await rename(`${uploads}-away`, uploads)
    await expect.poll(() => readiness(server.url)).toEqual(ready)
    expect((await add(server.url)).status).toBe(201)
  })

  test('whose folder is empty writes no id there, and accepts the folder when the owner does what the log says', async () => {
    await mkdir(uploads)
    const server = await startWithout()
    expect((await add(server.url)).status).toBe(503)
    expect(await readdir(uploads)).not.toContain('.installation-id')
    const [, file = '', id = ''] =
      /make the file (\S+) with the text (\S+) in it/.exec(lineAbout(server).msg) ?? []
    await writeFile(file, `${id}\n`)
    await expect.poll(() => readiness(server.url)).toEqual(ready)
    expect((await add(server.url)).status).toBe(201)
  })
})

test('a running server whose uploads are replaced by an empty folder stores no image in it', async () => {
  await mkdir(uploads)
  const response = await add(app.url)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/Nothing was changed/) })
  await expect.poll(() => readiness(app.url)).toEqual(notReady)
  expect(await readdir(uploads)).toEqual([])
  await rm(uploads, { recursive: true })
  await rename(`${uploads}-away`, uploads)
  await expect.poll(() => readiness(app.url)).toEqual(ready)
  expect((await add(app.url)).status).toBe(201)
})
