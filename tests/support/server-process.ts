// Runs the built product, or a command, as a separate process.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../../server/root.ts'
import { call, type Sent } from './request.ts'

export type ServerProcess = Awaited<ReturnType<typeof spawnServer>>

/** The command line of a program of the product. */
export const command = (script: string, ...args: string[]) => [process.execPath, script, ...args]

const launcher = command('scripts/run.mjs', 'build/main.js')

/** The sites of projects are not requested: their names lead nowhere, or to somebody. */
const standard = { NODE_ENV: 'production', LOG_LEVEL: 'warn', PREVIEW_CHECK: 'off', DEMO_CONTENT: 'off' }

/** An admin, and the settings with which the first start makes it. */
export const admin = { email: 'juno@example.com', password: 'Correct-Horse-7', name: 'Juno Balint' }
export const adminSettings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

/**
 * @param env settings; PORT is chosen unless given.
 * @returns the process; declared with `await using` it is killed where its block ends
 */
export async function spawnServer(env: Record<string, string>, commandLine = launcher) {
  const port = Number(env.PORT ?? (await freePort()))
  const [file = '', ...args] = commandLine
  const child = spawn(file, args, {
    env: { ...standard, PATH: process.env.PATH, ...env, PORT: String(port) },
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  /** Resolves with the exit code; null when a signal ended it. */
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  /** Sends a signal and resolves with the exit code. */
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const url = `http://localhost:${port}`
  return {
    url,
    port,
    pid: child.pid ?? 0,
    /** Its output so far. */
    output: () => output,
    /** The lines of its log about this event. */
    logged: (event: string) =>
      output
        .split('\n')
        .filter((line) => line.includes(`"event":"${event}"`))
        .map((line) => JSON.parse(line)),
    call: (path: string, sent?: Sent) => call(url, path, sent),
    ended,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  }
}

/** As `spawnServer`, once it is ready. Rejects with the output when the start fails. */
export async function startServer(env: Record<string, string>, commandLine = launcher) {
  const server = await spawnServer(env, commandLine)
  const failed = server.ended.then((code) => {
    throw new Error(`the server ended with ${code}:\n${server.output()}`)
  })
  // Again and again: a process that starts has nothing to wait on.
  const isReady = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`).catch(() => null))?.ok
  while (!(await Promise.race([isReady(), failed]))) await delay(50)
  failed.catch(() => {})
  return server
}

/** As `spawnServer`, once it has ended by itself; a server that starts although it should not is killed. */
export async function runToEnd(env: Record<string, string>, commandLine = launcher) {
  await using server = await spawnServer(env, commandLine)
  const code = await Promise.race([server.ended, delay(60_000, null, { ref: false })])
  return { code, output: server.output() }
}

const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 8
/** Of each worker of a run its own, below the range from which the system gives away: nobody takes a port before it is opened, or opened again. */
let lastPort = 15_000 + 2_000 * worker + randomInt(1_000)

export async function freePort(): Promise<number> {
  const port = ++lastPort
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').catch(() => null)
  if (!isFree) return freePort()
  await probe[Symbol.asyncDispose]()
  return port
}
