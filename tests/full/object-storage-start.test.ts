// Starting with STORAGE_URL: what stops a start with one line, what does not, and what the doctor says.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { S3Bucket } from '../../server/images/s3.ts'
import { Uploads } from '../../server/images/uploads.ts'
import { scratchFolder } from '../support/backups.ts'
import { doctor } from '../support/doctor.ts'
import {
  accessKey,
  type Bucket,
  type ObjectStorage,
  secretKey,
  startObjectStorage,
} from '../support/peers/object-storage.ts'
import { spawnServer, startServer } from '../support/server-process.ts'

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

const wrong = 'wrong-Secret-9/'.replace('/', '%2F')

/** @returns the one line that it ends with */
async function failedStart(STORAGE_URL: string): Promise<string> {
  const server = await spawnServer({ DATA_DIR, STORAGE_URL, LOG_LEVEL: 'trace' })
  expect(await server.ended).toBe(1)
  const output = server.output()
  for (const secret of [secretKey, accessKey, wrong, decodeURIComponent(wrong)])
    expect(output).not.toContain(secret)
  const lines = output.trim().split('\n')
  return lines.filter((line) => line.startsWith('Cannot start: ')).join('\n')
}

const other = (from: string, to: string) => bucket.url().replace(from, to)

test('a second installation on the bucket of a first one does not start, and moves nothing of it', async () => {
  const first = {
    DATA_DIR: join(await scratchFolder(), 'data'),
    STORAGE_URL: bucket.url(),
    DEMO_CONTENT: 'off',
  }
  await mkdir(first.DATA_DIR)
  await (await startServer(first)).stop()
  const before = await bucket.keys()
  const id = await new Uploads(new S3Bucket(bucket.url())).readInstallation()
  const rejection =
    /belongs to another installation: .*and STORAGE_URL; .* name an empty bucket in STORAGE_URL, or remove/
  expect(await failedStart(bucket.url())).toMatch(rejection)
  // Also one that has a bucket of its own.
  const elsewhere = (await storage.bucket()).url()
  await (await startServer({ DATA_DIR, STORAGE_URL: elsewhere, DEMO_CONTENT: 'off' })).stop()
  expect(await failedStart(bucket.url())).toMatch(rejection)
  const { problems } = await doctor({ DATA_DIR, STORAGE_URL: bucket.url(), PUBLIC_URL: 'http://localhost' })
  expect(problems.find((line) => line.includes('Storage'))).toMatch(rejection)
  expect(await new Uploads(new S3Bucket(bucket.url())).readInstallation()).toBe(id)
  expect(await bucket.keys()).toEqual(before)
  await (await startServer(first)).stop()
})

describe('a later start', () => {
  test('without S3 says so once, serves pages, and is ready when it is back; no secret is logged', async () => {
    const env = { DATA_DIR, STORAGE_URL: bucket.url(), LOG_LEVEL: 'trace' }
    await (await startServer({ ...env, DEMO_CONTENT: 'off' })).stop()
    await storage.close()
    const server = await spawnServer(env)
    const readiness = () =>
      fetch(`${server.url}/readyz`)
        .then((response) => response.json())
        .catch(() => null)
    await expect.poll(readiness).toEqual({ status: 'not ready', reason: 'storage' })
    expect((await fetch(server.url, { headers: { accept: 'text/html' } })).status).toBe(200)
    await storage.listen()
    await expect.poll(readiness).toEqual({ status: 'ready' })
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('uploads.missing'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      uploads: `s3://${new URL(bucket.url()).host}/${bucket.name}`,
      msg: expect.stringMatching(/does not respond \(ECONNREFUSED\); start it.* No restart is needed once/),
    })
    for (const secret of [accessKey, secretKey]) expect(server.output()).not.toContain(secret)
  })
})

describe('npm run doctor', () => {
  test('says in a line for each step what works, and for the first that does not, how to fix it', async () => {
    const env = { DATA_DIR, STORAGE_URL: bucket.url(), PUBLIC_URL: 'http://localhost' }
    await (await startServer({ ...env, DEMO_CONTENT: 'off' })).stop()
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
    const storageLine = async (STORAGE_URL: string) => {
      const { output, problems, code } = await doctor({ ...env, STORAGE_URL })
      expect(code).toBe(1)
      for (const secret of [accessKey, secretKey, wrong]) expect(output).not.toContain(secret)
      return problems.find((line) => line.includes('Storage'))
    }
    expect(await storageLine(other(`:${secretKey}@`, `:${wrong}@`))).toMatch(/rejects the signature/)
    expect(await storageLine((await storage.bucket()).url())).toMatch(
      /does not have the installation id of the database\. Start the server, which writes it/,
    )
  })
})
