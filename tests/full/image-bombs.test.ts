// Images that take too much memory or time, a worker that is killed, and how many uploads are taken at once and in an
// hour.
import { kill } from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import { ImageStore } from '../../server/images/image-store.ts'
import { workerLimits } from '../../server/images/worker-process.ts'
import { bombs, bytesOf, file, png } from '../support/sample-images.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
/** Workers that a test has halted. */
const halted: number[] = []
afterEach(() => {
  for (const pid of halted.splice(0))
    try {
      kill(pid, 'SIGCONT')
    } catch {
      // Gone by now.
    }
})

const tooMuchMemory = /too much memory/
const save = (app: Running, cookie: string, avatar: Blob) =>
  app.json('/edit-profile', { cookie, form: { name: 'Uma User', avatar } })
const avatarOf = async (app: Running, cookie: string) =>
  (await app.json('/profile', { cookie })).body.user.avatarUrl

/** Waits for the worker to be started and sends it a signal; the job has been given to it by then. */
async function signalWorker(images: ImageStore, signal: NodeJS.Signals): Promise<void> {
  await expect.poll(() => images.worker.pid, { timeout: 10_000, interval: 1 }).not.toBeNull()
  const pid = images.worker.pid as number
  kill(pid, signal)
  if (signal === 'SIGSTOP') halted.push(pid)
}

describe('an image that would take more memory than there is', () => {
  test.each(Object.keys(bombs))('%s: 413 with advice, and the old avatar stays', async (name) => {
    const app = await ownApp({}, { ownImageWorker: true })
    const cookie = await app.asUser()
    await save(app, cookie, await png(300, 300))
    const before = await avatarOf(app, cookie)
    await app.context.images.settled()
    const bytes = await (bombs[name] as () => Promise<Uint8Array>)()
    expect(bytes.byteLength).toBeLessThan(1_500_000)
    const { status, body } = await save(app, cookie, file(bytes, 'avatar.png', 'image/png'))
    // Told by the header: nothing had to be killed.
    expect(app.context.images.worker.pid).not.toBeNull()
    expect(body.message).toMatch(tooMuchMemory)
    expect(status).toBe(413)
    expect(await avatarOf(app, cookie)).toBe(before)
    expect((await app.send(before)).status).toBe(200)
  })

  test('that its header does not show: the process is killed and the next image is fine', async () => {
    const app = await ownApp({}, { ownImageWorker: true })
    const images = new ImageStore(app.context.uploads, app.context.log, { ...workerLimits, memory: 1 })
    await expect(images.store(await bytesOf('png'), 'cover')).rejects.toMatchObject({ code: 'too-large' })
    expect(images.worker.pid).toBeNull()
    await images.stop()
    expect(await app.context.images.store(await bytesOf('png'), 'cover')).toMatch(/-64x48$/)
  })
})

describe('an image that takes too long', () => {
  test('is given up, and its process ended', async () => {
    const app = await ownApp({}, { ownImageWorker: true })
    const images = new ImageStore(app.context.uploads, app.context.log, { ...workerLimits, jobTime: 300 })
    const stored = images.store(await bytesOf('png'), 'cover')
    const outcome = expect(stored).rejects.toMatchObject({ code: 'too-large', message: /too long/ })
    await signalWorker(images, 'SIGSTOP')
    await outcome
    expect(images.worker.pid).toBeNull()
    await images.stop()
  })
})

describe('a worker that is killed in the middle of a job', () => {
  test('fails that upload only: 503, the old image stays, the next upload works', async () => {
    const app = await ownApp({}, { ownImageWorker: true })
    const cookie = await app.asUser()
    await save(app, cookie, await png(300, 300))
    await app.context.images.settled()
    const before = await avatarOf(app, cookie)
    await expect.poll(() => app.context.images.worker.pid, { timeout: 15_000 }).toBeNull()

    const saved = save(app, cookie, await png(400, 400))
    await signalWorker(app.context.images, 'SIGKILL')
    const { status, headers, body } = await saved
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body.message).toMatch(/try again/)
    expect(await avatarOf(app, cookie)).toBe(before)

    expect((await save(app, cookie, await png(400, 400))).status).toBe(200)
    expect((await app.send(before)).status).toBe(404)
  })

  test('by a stop of the server: 503, and no process is left', async () => {
    const app = await ownApp({}, { ownImageWorker: true })
    const cookie = await app.asUser()
    const saved = save(app, cookie, await png(400, 400))
    await signalWorker(app.context.images, 'SIGSTOP')
    const { pid } = app.context.images.worker
    await app.context.images.stop()
    expect((await saved).status).toBe(503)
    expect(() => kill(pid as number, 0)).toThrow()
  })
})

describe('uploads at the same moment', () => {
  test('of one user: the second is rejected for now; one of an admin and a change of the name are accepted', async () => {
    const app = await ownApp({}, { ownImageWorker: true })
    const cookie = await app.asUser()
    const noisy = () => bytesOf('png', 300, 300).then((bytes) => file(bytes, 'a.png', 'image/png'))
    const first = save(app, cookie, await noisy())
    await signalWorker(app.context.images, 'SIGSTOP')
    const second = await save(app, cookie, await noisy())
    expect(second.status).toBe(503)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    const renamed = await app.json('/edit-profile', { cookie, form: { name: 'Una User' } })
    expect(renamed.status).toBe(200)
    const admin = save(app, await app.asAdmin(), await noisy())
    kill(halted.pop() as number, 'SIGCONT')
    expect((await first).status).toBe(200)
    expect((await admin).status).toBe(200)
  })
})

test('an account may save twenty images an hour; changes without an image are not counted', async () => {
  const app = await ownApp({ THROTTLE: 'on' }, { ownImageWorker: true })
  const cookie = await app.asUser()
  const image = await png(20, 20)
  for (let n = 0; n < 20; n++) expect((await save(app, cookie, image)).status).toBe(200)
  const { status, headers } = await save(app, cookie, image)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await app.json('/edit-profile', { cookie, form: { name: 'Una User' } })).status).toBe(200)
  app.pass(61 * 60_000)
  expect((await save(app, cookie, image)).status).toBe(200)
})
