// Images that take too much memory or time, a worker that is killed or taken over by a hostile image, and how many uploads are
// taken at once and in an hour.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { kill } from 'node:process'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ImageStore } from '../../server/images/image-store.ts'
import type { Uploads } from '../../server/images/uploads.ts'
import { commandLine, environment, ImageWorker, workerLimits } from '../../server/images/worker-process.ts'
import type { Log } from '../../server/log.ts'
import { plain, png } from '../support/sample-images.ts'
import { freePort, runToEnd } from '../support/server-process.ts'
import { type Running, ownApp as startApp } from '../support/start.ts'

const small = await png(64, 48)

/** Whose images are processed in a process of its own. */
async function ownApp(env: Record<string, string> = {}) {
  const app = await startApp(env)
  Object.assign(app.context.images, { worker: new ImageWorker(app.context.log) })
  return app
}

test('the image worker that cannot load its code fails an image as unavailable, and the log says why', async () => {
  const log = { error: vi.fn(), warn() {} }
  const limits = { ...workerLimits, privateMemory: -500 * 1024 * 1024 }
  const images = new ImageStore({} as Uploads, log as unknown as Log, limits)
  await expect(images.store(await small.bytes(), 'cover')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^The server cannot process images now/),
  })
  await images.stop()
  const err = expect.objectContaining({ message: expect.stringMatching(/memory|alloc/i) })
  expect(log.error.mock.calls).toEqual([[{ event: 'images.worker-not-started', err }, expect.any(String)]])
})

test('the image worker can read and write no file but its code, open no connection, start no process, and see no environment', async () => {
  const { dataDir } = (await ownApp()).context.config
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  const database = join(dataDir, 'portfolio.db')
  const paths = [database, dataDir, `/proc/${process.pid}/environ`, '/etc/passwd', '.env']
  // By the worker's own command line, in the worker's place.
  const code = `
    const fs = await import('node:fs')
    const net = await import('node:net')
    const { execSync } = await import('node:child_process')
    const { Worker } = await import('node:worker_threads')
    const codes = {}
    const attempt = async (name, work) => {
      try { await work(); codes[name] = 'done' } catch (error) { codes[name] = error.code ?? error.cause?.code ?? error.message }
    }
    for (const path of ${JSON.stringify(paths)}) await attempt('read ' + path, () => fs.readFileSync(path))
    await attempt('list', () => fs.readdirSync(${JSON.stringify(dataDir)}))
    await attempt('write', () => fs.writeFileSync(${JSON.stringify(join(dataDir, 'x'))}, 'x'))
    await attempt('delete', () => fs.rmSync(${JSON.stringify(join(dataDir, 'uploads'))}, { recursive: true }))
    await attempt('sqlite', async () => new (await import('node:sqlite')).DatabaseSync(${JSON.stringify(database)}))
    await attempt('connect', () => new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1', resolve).on('error', reject)))
    await attempt('listen', () => new Promise((resolve, reject) => net.createServer().on('error', reject).listen(0, resolve)))
    await attempt('process', () => execSync('true'))
    await attempt('thread', () => new Worker('1', { eval: true }))
    console.log(JSON.stringify(codes)); process.exit()`
  const command = commandLine(workerLimits.privateMemory).slice(0, -1)
  const { output } = await runToEnd({}, [...command, '--input-type=module', '--eval', code])
  const codes = Object.entries(JSON.parse(output)).map(([what, code]) => `${what}: ${code}`)
  expect(codes).toHaveLength(13)
  for (const code of codes) expect(code).toMatch(/ERR_ACCESS_DENIED|sqlite: ERR_UNKNOWN_BUILTIN_MODULE/)
  expect(existsSync(join(dataDir, 'uploads'))).toBe(true)
})

test('the image worker does not run before the first image, has none of the environment and little memory, and ends soon after the last', async () => {
  const { images } = (await ownApp()).context
  expect(images.worker.pid).toBeNull()
  await images.store(await small.bytes(), 'cover')
  const of = (name: string) => readFileSync(`/proc/${images.worker.pid}/${name}`, 'utf8')
  if (process.platform === 'linux') {
    // Held by the kernel, and ended before the server where memory runs out.
    expect(of('limits')).toMatch(/Max file size +0 +0/)
    expect(of('limits')).toMatch(/Max core file size +0 +0/)
    expect(Number(/Max data size +(\d+)/.exec(of('limits'))?.[1])).toBeLessThan(1024 ** 3)
    expect(of('oom_score_adj')).toBe('1000\n')
    const names = [...of('environ').matchAll(/([^=\0]*)=[^\0]*\0/g)].map(([, name]) => name)
    // A shell adds names of its own.
    const known = [...Object.keys(environment), 'PWD', 'SHLVL', '_', 'OLDPWD']
    expect(known).toEqual(expect.arrayContaining(names))
  }
  await expect.poll(() => images.worker.pid, { timeout: 20_000 }).toBeNull()
})

const save = (app: Running, cookie: string, avatar: Blob) =>
  app.json('/edit-profile', { cookie, form: { name: 'Uma User', avatar } })
const avatarOf = async (app: Running, cookie: string) =>
  (await app.json('/profile', { cookie })).body.user.avatarUrl

/** Waits for the worker to be started and sends it a signal; the job has been given to it by then. */
async function signalWorker(images: ImageStore, signal: NodeJS.Signals): Promise<number> {
  await expect.poll(() => images.worker.pid, { timeout: 10_000, interval: 1 }).not.toBeNull()
  const pid = images.worker.pid as number
  kill(pid, signal)
  return pid
}

/** Small files within the limit of pixels that take 150 to 400 MB while they are decoded. */
const bombs = {
  'an interlaced PNG of 16 bits': plain(6000, 4000).toColourspace('rgb16').png({ progressive: true }),
  'an interlaced PNG with transparency': plain(6000, 4000).ensureAlpha(0.5).png({ progressive: true }),
  'a progressive JPEG in full colour resolution': plain(6000, 4000).jpeg({
    progressive: true,
    chromaSubsampling: '4:4:4',
    quality: 1,
  }),
  'a progressive JPEG of 50 megapixels': plain(7070, 7070).jpeg({ progressive: true, quality: 1 }),
  'a lossless WebP': plain(7000, 7000).webp({ lossless: true, effort: 0 }),
  'a PNG of 16 bits, wide and low': plain(50_000, 1000).toColourspace('rgb16').png(),
}

test('an image that would take more memory or time than there is gets 413 with advice, and one whose worker is killed 503; the old avatar stays, and the next upload works', async () => {
  const app = await ownApp()
  const cookie = await app.asUser()
  await save(app, cookie, await png(300, 300))
  await app.context.images.settled()
  const before = await avatarOf(app, cookie)
  for (const [name, bomb] of Object.entries(bombs)) {
    const bytes = await bomb.toBuffer()
    expect(bytes.byteLength, name).toBeLessThan(1_500_000)
    const { status, body } = await save(app, cookie, new File([bytes], 'avatar.png', { type: 'image/png' }))
    // Told by the header: nothing had to be killed.
    expect(app.context.images.worker.pid, name).not.toBeNull()
    expect([name, status, body.message]).toEqual([name, 413, expect.stringMatching(/too much memory/)])
  }
  expect(await avatarOf(app, cookie)).toBe(before)
  expect((await app.send(before)).status).toBe(200)
  await expect.poll(() => app.context.images.worker.pid, { timeout: 15_000 }).toBeNull()

  const saved = save(app, cookie, await png(400, 400))
  await signalWorker(app.context.images, 'SIGKILL')
  const { status, headers, body } = await saved
  expect([status, body.message]).toEqual([503, expect.stringMatching(/try again/)])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await avatarOf(app, cookie)).toBe(before)

  expect((await save(app, cookie, await png(400, 400))).status).toBe(200)
  expect((await app.send(before)).status).toBe(404)
})

test('an image that takes more memory than its header shows, or too long: the process is killed and the next image is fine', async () => {
  const { uploads, log, images } = (await ownApp()).context
  const large = new ImageStore(uploads, log, { ...workerLimits, memory: 1 })
  await expect(large.store(await small.bytes(), 'cover')).rejects.toMatchObject({ code: 'too-large' })
  expect(large.worker.pid).toBeNull()
  await large.stop()
  const slow = new ImageStore(uploads, log, { ...workerLimits, jobTime: 300 })
  const outcome = expect(slow.store(await small.bytes(), 'cover')).rejects.toMatchObject({
    code: 'too-large',
    message: /too long/,
  })
  await signalWorker(slow, 'SIGSTOP')
  await outcome
  expect(slow.worker.pid).toBeNull()
  await slow.stop()
  expect(await images.store(await small.bytes(), 'cover')).toMatch(/-64x48$/)
})

test('of two uploads of one user at the same moment the second is rejected for now; one of an admin and a change of the name are accepted; an account may save twenty images an hour', async () => {
  const app = await ownApp({ THROTTLE: 'on' })
  const cookie = await app.asUser()
  // Which takes longer than a plain one.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const slow = sharp({ create: { width: 300, height: 300, channels: 3, background: 'red', noise } }).png()
  const noisy = async () => new File([await slow.toBuffer()], 'a.png', { type: 'image/png' })
  const first = save(app, cookie, await noisy())
  const halted = await signalWorker(app.context.images, 'SIGSTOP')
  try {
    const second = await save(app, cookie, await noisy())
    expect(second.status).toBe(503)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.json('/edit-profile', { cookie, form: { name: 'Una User' } })).status).toBe(200)
  } finally {
    kill(halted, 'SIGCONT')
  }
  const admin = save(app, await app.asAdmin(), await noisy())
  expect((await first).status).toBe(200)
  expect((await admin).status).toBe(200)

  // Of the hour. Changes without an image are not counted.
  await app.countedBefore('uploadOfUser', 19)
  const image = await png(20, 20)
  expect((await save(app, cookie, image)).status).toBe(200)
  const { status, headers } = await save(app, cookie, image)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await app.json('/edit-profile', { cookie, form: { name: 'Uma User' } })).status).toBe(200)
  app.pass(61 * 60_000)
  expect((await save(app, cookie, image)).status).toBe(200)
})
