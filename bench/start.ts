// The time from the start of the process to the first 200 with an existing database, and the memory at rest.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { freePort } from '../tests/support/server-process.ts'
import { withServer } from './demo-server.ts'
import { figure, median } from './report.ts'

const root = join(import.meta.dirname, '..')

export async function start(): Promise<void> {
  await withServer(async (server, env) => {
    await server.stop()
    const times: number[] = []
    const memories: number[] = []
    for (let run = 0; run < 5; run++) {
      const port = await freePort()
      const begin = performance.now()
      const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'build/main.js'], {
        cwd: root,
        env: { ...env, LOG_LEVEL: 'warn', PORT: String(port) },
        stdio: 'ignore',
      })
      while (!(await isReady(port))) await rest(2)
      times.push(performance.now() - begin)
      await rest(3_000)
      memories.push(residentMiB(await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')))
      child.kill()
      await new Promise((resolve) => child.on('exit', resolve))
    }
    const time = median(times)
    figure('start to first 200, median of 5', `${Math.round(time)} ms`, {
      text: 'under 600 ms',
      met: time < 600,
    })
    const memory = median(memories)
    figure('memory at rest, median of 5', `${memory} MiB`, {
      text: 'under 130 MiB',
      met: memory > 0 && memory < 130,
    })
  })
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path: '/', headers: { accept: 'text/html' } },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    outgoing.on('error', () => resolve(false))
    outgoing.end()
  })
}

function residentMiB(status: string): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
