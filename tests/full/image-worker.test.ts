// Images that take too much memory or time, a worker that is killed or taken over by a hostile image, and how many uploads are
// taken at once and in an hour.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { kill } from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import type { Problem } from '../../contract/problem.ts'
import { ImageStore } from '../../server/images/image-store.ts'
import type { Uploads } from '../../server/images/uploads.ts'
import { commandLine, environment } from '../../server/images/worker-command.ts'
import { workerLimits } from '../../server/images/worker-process.ts'
import type { Log } from '../../server/log.ts'
import { bombs, bytesOf, file, png } from '../support/sample-images.ts'
import { ownApps, type Running } from '../support/start.ts'

const startApp = ownApps()
const ownApp = (env: Record<string, string> = {}) => startApp(env, { ownImageWorker: true })

/** Runs code with the worker's own command line, in the worker's place. @returns what it printed, as JSON. */
async function runAsWorker(code: string): Promise<unknown> {
  const [command, ...args] = commandLine(workerLimits.privateMemory)
  const child = spawn(command, [...args.slice(0, -1), '--input-type=module', '--eval', code], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return JSON.parse(output)
}

const attempt = (code: string) =>
  runAsWorker(`const codes = {}
    const attempt = async (name, work) => { try { await work(); codes[name] = 'done' } catch (error) { codes[name] = error.code ?? error.cause?.code ?? error.message } }
    ${code}
    console.log(JSON.stringify(codes)); process.exit()`)

describe('the image worker', () => {
  test('that cannot load its code fails an image as unavailable, and the log says why', async () => {
    const errors: { event: string; err: Error }[] = []
    const log = { error: (entry: (typeof errors)[number]) => errors.push(entry), warn() {} }
    const limits = { ...workerLimits, privateMemory: -500 * 1024 * 1024 }
    const images = new ImageStore({} as Uploads, log as unknown as Log, limits)
    const bytes = new Uint8Array(await (await png()).arrayBuffer())
    const failure = await images.store(bytes, 'cover').catch((reason: Problem) => reason)
    await images.stop()
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The server cannot process images now/),
    })
    expect(errors.map(({ event }) => event)).toEqual(['images.worker-not-started'])
    expect(errors[0]?.err.message).toMatch(/memory|alloc/i)
  })

  test('can neither read nor write a file that is not its own code', async () => {
    const app = await ownApp()
    const { dataDir } = app.context.config
    const paths = [
      join(dataDir, 'portfolio.db'),
      dataDir,
      `/proc/${process.pid}/environ`,
      '/etc/passwd',
      '.env',
    ]
    const codes = await attempt(`const fs = await import('node:fs')
      for (const path of ${JSON.stringify(paths)}) await attempt('read ' + path, () => fs.readFileSync(path))
      await attempt('list', () => fs.readdirSync(${JSON.stringify(dataDir)}))
      await attempt('write', () => fs.writeFileSync(${JSON.stringify(join(dataDir, 'x'))}, 'x'))
      await attempt('delete', () => fs.rmSync(${JSON.stringify(join(dataDir, 'uploads'))}, { recursive: true }))
      await attempt('sqlite', async () => new (await import('node:sqlite')).DatabaseSync(${JSON.stringify(join(dataDir, 'portfolio.db'))}))`)
    for (const [what, code] of Object.entries(codes as object))
      expect(`${what}: ${code}`).toMatch(/ERR_ACCESS_DENIED|sqlite: ERR_UNKNOWN_BUILTIN_MODULE/)
    expect(existsSync(join(dataDir, 'uploads'))).toBe(true)
  })

  test('can open no connection, and start no process and no thread', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    let connections = 0
    server.on('connection', () => connections++)
    const { port } = server.address() as { port: number }
    const codes = await attempt(`
      const net = await import('node:net')
      const { execSync } = await import('node:child_process')
      const { Worker } = await import('node:worker_threads')
      await attempt('connect', () => new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1', resolve).on('error', reject)))
      await attempt('listen', () => new Promise((resolve, reject) => net.createServer().on('error', reject).listen(0, resolve)))
      await attempt('process', () => execSync('true'))
      await attempt('thread', () => new Worker('1', { eval: true }))`)
    expect(codes).toEqual({
      connect: 'ERR_ACCESS_DENIED',
      listen: 'ERR_ACCESS_DENIED',
      process: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
    })
    expect(connections).toBe(0)
    await new Promise((resolve) => server.close(resolve))
  })

  test('knows nothing of the environment of the server', async () => {
    const names = (await runAsWorker('console.log(JSON.stringify(Object.keys(process.env)))')) as string[]
    // A shell adds names of its own.
    expect(
      names.filter((name) => !(name in environment) && !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)),
    ).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'is held by the kernel to no file writes and little memory, and ends before the server where that runs out',
    async () => {
      const app = await ownApp()
      await app.context.images.store(new Uint8Array(await (await png()).arrayBuffer()), 'cover')
      const limits = readFileSync(`/proc/${app.context.images.worker.pid}/limits`, 'utf8')
      expect(limits).toMatch(/Max file size +0 +0/)
      expect(limits).toMatch(/Max core file size +0 +0/)
      expect(Number(/Max data size +(\d+)/.exec(limits)?.[1])).toBeLessThan(1024 ** 3)
      expect(readFileSync(`/proc/${app.context.images.worker.pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
    },
  )

  test('does not run before the first image, and ends soon after the last', async () => {
    const app = await ownApp()
    expect(app.context.images.worker.pid).toBeNull()
    await app.context.images.store(new Uint8Array(await (await png()).arrayBuffer()), 'cover')
    expect(app.context.images.worker.pid).not.toBeNull()
    await expect.poll(() => app.context.images.worker.pid, { timeout: 20_000 }).toBeNull()
  })
})

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
    const app = await ownApp()
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
    const app = await ownApp()
    const images = new ImageStore(app.context.uploads, app.context.log, { ...workerLimits, memory: 1 })
    await expect(images.store(await bytesOf('png'), 'cover')).rejects.toMatchObject({ code: 'too-large' })
    expect(images.worker.pid).toBeNull()
    await images.stop()
    expect(await app.context.images.store(await bytesOf('png'), 'cover')).toMatch(/-64x48$/)
  })
})

describe('an image that takes too long', () => {
  test('is given up, and its process ended', async () => {
    const app = await ownApp()
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
    const app = await ownApp()
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
})

describe('uploads at the same moment', () => {
  test('of one user: the second is rejected for now; one of an admin and a change of the name are accepted', async () => {
    const app = await ownApp()
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
  const app = await ownApp({ THROTTLE: 'on' })
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
