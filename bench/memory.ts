// The memory of the product: after floods of different URLs, searches, ids and headers, and while large images are processed.
import { setTimeout as rest } from 'node:timers/promises'
import sharp from 'sharp'
import { Agent, request } from 'undici'
import { call } from '../tests/support/request.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { type Figure, memoryOf, startMeasured } from './measure.ts'

const atOnce = 32
const admin = { email: 'owner@example.com', password: 'Correct-Horse-7!' }

/** A server that collects garbage on demand, so that only memory in use is measured. */
const collector = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8'
  import vm from 'node:vm'
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  process.on('SIGUSR2', () => { collect(); collect(); process._rawDebug('collected') })`)}`

const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'accept-encoding': 'br' }
const usual = ['/', '/about', '/portfolio', '/portfolio?category=Branding', '/getportfolio/public']

type Target = [path: string, headers: Record<string, string>]

const floods: [name: string, requests: number, target: (n: number) => Target][] = [
  ['ids of 15 kB', 30_000, (n) => [`/getportfolio/public?id=${String(n).padEnd(15_000, 'x')}`, {}]],
  ['searches in the call', 9_000, (n) => [`/getportfolio/public?search=${n}`, { 'accept-encoding': 'gzip' }]],
  ['searches in the gallery', 9_000, (n) => [`/portfolio?search=${n}&category=${n}`, page]],
  ['headers', 9_000, (n) => ['/', { ...page, [`x-${n}`]: 'y'.repeat(8_000), cookie: `session=${n}` }]],
]

export async function* memory(): AsyncGenerator<Figure> {
  await using measured = await startMeasured({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  yield await peakOfImages(measured.server)
  await measured.server.stop()
  const server = await startServer({ ...measured.env, NODE_OPTIONS: `--import=${collector}` })
  try {
    await flood(server, 2_000, (n) => [usual[n % usual.length] ?? '/', page])
    const before = await held(server)
    for (const [name, requests, target] of floods) {
      await flood(server, requests, target)
      const growth = (await held(server)) - before
      yield { what: `Memory more after ${requests} ${name}`, value: growth, unit: 'MiB', atMost: 60 }
    }
  } finally {
    await server.stop()
  }
}

/** Six projects with covers of 24 megapixels, sent at once. */
async function peakOfImages(server: ServerProcess): Promise<Figure> {
  const { cookie } = await call(server.url, '/login', { json: admin })
  const pimage = await photo()
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server.pid))
  }, 100)
  const added = await Promise.all(
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((pname) =>
      call(server.url, '/portfolio/add-portfolio', {
        cookie,
        form: { pname, purl: 'https://example.com', categories: 'Print', pimage },
      }),
    ),
  )
  clearInterval(timer)
  if (added.some(({ status }) => status !== 201))
    throw new Error(`responses: ${added.map(({ status }) => status)}`)
  return { what: 'Peak during six images of 24 megapixels at once', value: peak, unit: 'MiB', atMost: 350 }
}

/** 24 megapixels of soft noise, some 8 MB, as cameras make them. */
async function photo(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const small = sharp({ create: { width: 1000, height: 667, channels: 3, background: '#345', noise } }).png()
  const large = sharp(await small.toBuffer()).resize(6000, 4000, { fit: 'fill' })
  return new Blob([new Uint8Array(await large.jpeg({ quality: 94 }).toBuffer())])
}

async function flood(server: ServerProcess, requests: number, target: (n: number) => Target): Promise<void> {
  const dispatcher = new Agent({ connections: atOnce })
  let next = 0
  const one = async () => {
    while (next < requests) {
      const [path, headers] = target(next++)
      const { body } = await request(`http://127.0.0.1:${server.port}${path}`, { headers, dispatcher })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  await dispatcher.close()
}

/** MiB once garbage is collected and ten seconds have freed no more: V8 gives memory back later, and in steps. */
async function held(server: ServerProcess): Promise<number> {
  const collected = () => server.output().split('collected').length
  let least = Number.POSITIVE_INFINITY
  for (let unchanged = 0; unchanged < 10; unchanged++) {
    const seen = collected()
    process.kill(server.pid, 'SIGUSR2')
    while (collected() === seen) await rest(20)
    await rest(1_000)
    const now = memoryOf(server.pid)
    if (now < least - 0.5) unchanged = 0
    least = Math.min(least, now)
  }
  return least
}
