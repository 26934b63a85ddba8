// Starting with STORAGE_URL: what stops a start with one line, what does not, and what the doctor says.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { doctor } from '../support/doctor.ts'
import {
  accessKey,
  type Bucket,
  type ObjectStorage,
  secretKey,
  startObjectStorage,
} from '../support/peers/object-storage.ts'
import { runToEnd, spawnServer, startServer } from '../support/server-process.ts'

let storage: ObjectStorage
let bucket: Bucket
let DATA_DIR: string

beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.stop())
beforeEach(async () => {
  bucket = await storage.bucket()
  DATA_DIR = join(await scratchFolder(), 'data')
})

const DEMO_CONTENT = 'off'
const startOnce = async (env: Record<string, string>) => (await startServer({ DEMO_CONTENT, ...env })).stop()
const secrets = /S3RVER|wrong-Secret/

test('a second installation on the bucket of a first one does not start, and moves nothing of it', async () => {
  const first = { DATA_DIR: join(await scratchFolder(), 'data'), STORAGE_URL: bucket.url() }
  await startOnce(first)
  const before = await bucket.keys()
  const rejection =
    /belongs to another installation: .*and STORAGE_URL; .* name an empty bucket in STORAGE_URL, or remove/
  const second = { DATA_DIR, STORAGE_URL: bucket.url(), LOG_LEVEL: 'trace' }
  const expectRejected = async () => {
    const { code, output } = await runToEnd(second)
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^Cannot start: .*${rejection.source}`, 'm'))
    expect(output).not.toMatch(secrets)
  }
  await expectRejected()
  // Also one that has a bucket of its own.
  await startOnce({ DATA_DIR, STORAGE_URL: (await storage.bucket()).url() })
  await expectRejected()
  const { problems } = await doctor({ ...second, PUBLIC_URL: 'http://localhost' })
  expect(problems.find((line) => line.includes('Storage'))).toMatch(rejection)
  expect(await bucket.keys()).toEqual(before)
  // Its id is the same still.
  await startOnce(first)
})

test('a later start without S3 says so once, serves pages, and is ready when it is back; no secret is logged', async () => {
  const env = { DATA_DIR, STORAGE_URL: bucket.url(), LOG_LEVEL: 'trace' }
  await startOnce(env)
  await storage.close()
  await using server = await spawnServer(env)
  const readiness = async () => (await server.call('/readyz').catch(() => null))?.body
  await expect.poll(readiness).toEqual({ status: 'not ready', reason: 'storage' })
  expect((await server.call('/', { headers: { accept: 'text/html' } })).status).toBe(200)
  await storage.listen()
  await expect.poll(readiness).toEqual({ status: 'ready' })
  expect(await server.stop()).toBe(0)
  expect(server.logged('uploads.missing')).toEqual([
    expect.objectContaining({
      level: 50,
      uploads: `s3://${new URL(bucket.url()).host}/${bucket.name}`,
      msg: expect.stringMatching(/does not respond \(ECONNREFUSED\); start it.* No restart is needed once/),
    }),
  ])
  expect(server.output()).not.toMatch(secrets)
})

test('npm run doctor says in a line for each step what works, and for the first that does not, how to fix it', async () => {
  const env = { DATA_DIR, STORAGE_URL: bucket.url(), PUBLIC_URL: 'http://localhost' }
  await startOnce(env)
  const before = await bucket.keys()
  const { output, problems } = await doctor(env)
  expect(problems.filter((line) => line.includes('Storage'))).toEqual([])
  expect(output.match(/^ok {5} Storage: .*$/gm)).toEqual([
    expect.stringMatching(
      /s3:\/\/127\.0\.0\.1:\d+\/\w+ responds, and objects can be listed, written, read and deleted$/,
    ),
    expect.stringMatching(/the uploads belong to the database$/),
  ])
  expect(await bucket.keys()).toEqual(before)
  for (const [STORAGE_URL, problem] of [
    [bucket.url().replace(`:${secretKey}@`, ':wrong-Secret-9%2F@'), /rejects the signature/],
    [
      (await storage.bucket()).url(),
      /does not have the installation id of the database\. Start the server, which writes it/,
    ],
  ] as const) {
    const wrong = await doctor({ ...env, STORAGE_URL })
    expect(wrong.code).toBe(1)
    expect(wrong.problems.find((line) => line.includes('Storage'))).toMatch(problem)
    expect(wrong.output).not.toMatch(secrets)
  }
  expect(accessKey).toMatch(secrets)
})
