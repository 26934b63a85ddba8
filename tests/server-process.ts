// Runs the real product as a process of its own, and tells when it is ready.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export interface ServerProcess {
  url: string
  port: number
  /** What it has written so far. */
  output(): string
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** @param env settings; PORT is chosen unless given. Rejects with the output when the start fails. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), join(root, 'build/main.js')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const url = `http://localhost:${port}`
  await Promise.race([
    ready(`http://127.0.0.1:${port}/readyz`),
    ended.then((code) => {
      throw new Error(`the server ended with ${code}:\n${output}`)
    }),
  ])
  return {
    url,
    port,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

async function ready(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server did not get ready')
}

/** Chosen by chance below the range the system gives out, so that two tests seldom want the same at once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
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
