// Runs the built product as a separate process, and waits until it is ready.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { isBuilt } from '../../scripts/build.mjs'

export const root = join(import.meta.dirname, '../..')

export interface SpawnedServer {
  url: string
  port: number
  pid: number
  /** Its output so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

export interface ServerProcess extends SpawnedServer {
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The command that runs the built server. */
export const launcher = [process.execPath, join(root, 'scripts/run.mjs'), join(root, 'build/main.js')]

/** The sites of projects are not requested: their names lead nowhere, or to somebody. */
const standard = { NODE_ENV: 'production', LOG_LEVEL: 'warn', PREVIEW_CHECK: 'off' }

/**
 * @param env settings; PORT is chosen unless given.
 * @param command the command line of the server
 */
export async function spawnServer(env: Record<string, string>, command = launcher): Promise<SpawnedServer> {
  const port = Number(env.PORT ?? (await freePort()))
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    env: { ...standard, PATH: process.env.PATH, ...env, PORT: String(port) },
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    output,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.on('exit', resolve)),
  }
}

/** A stale build fails tests in ways that say nothing about it. @returns what to do, or an empty text */
export const buildNote = () => (isBuilt() ? '' : 'build/ is not made of these sources: npm run build\n')

/** As `spawnServer`, once it is ready. Rejects with the output when the start fails. */
export async function startServer(env: Record<string, string>, command = launcher): Promise<ServerProcess> {
  const server = await spawnServer(env, command)
  await Promise.race([
    ready(`http://127.0.0.1:${server.port}/readyz`),
    server.ended.then((code) => {
      throw new Error(`${buildNote()}the server ended with ${code}:\n${server.output()}`)
    }),
  ])
  return {
    ...server,
    stop: (signal = 'SIGTERM') => {
      server.kill(signal)
      return server.ended
    },
  }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  return () => output
}

/** Requests it again and again: a process that starts has nothing to wait on. */
async function ready(url: string): Promise<void> {
  // The test's own time is up before: several at once, each with the demo content, take a busy machine minutes.
  for (const end = performance.now() + 170_000; performance.now() < end; ) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server did not get ready')
}

/** Of each worker of a run its own, below the range from which the system gives away: nobody takes a port before it is opened, or opened again. */
const portsOf = { first: 15_000 + 2_000 * workerNumber(), count: 2_000 }
let tried = randomInt(portsOf.count)

function workerNumber(): number {
  return Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 8
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = portsOf.first + (tried++ % portsOf.count)
    const probe = createServer()
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!free) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}
