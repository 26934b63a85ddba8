// Cached responses compared to a bare Node server with a constant body of 15 kB, by wrk, in one run.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Figure, startMeasured } from './measure.ts'

const run = promisify(execFile)

export async function* throughput(): AsyncGenerator<Figure> {
  await using measured = await startMeasured()
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'))
  try {
    const [barePort] = await once(bare, 'message')
    const base = `http://127.0.0.1:${barePort}/`
    const home = `http://127.0.0.1:${measured.server.port}/`
    const list = `${home}getportfolio/public?page=1&limit=12`
    // Once to warm up, so that every server has compiled what it runs.
    for (const url of [base, home, list]) await load(url, 2)
    const rate = await load(base, 5)
    yield {
      what: 'Home, cached, as part of a bare Node server',
      value: (await load(home, 5)) / rate,
      atLeast: 0.6,
    }
    yield {
      what: 'List of projects, cached, as part of it',
      value: (await load(list, 5)) / rate,
      atLeast: 0.5,
    }
  } finally {
    bare.kill()
  }
}

/** @returns responses a second @throws without wrk (apt-get install wrk), and when a response was not 200 */
async function load(url: string, seconds: number): Promise<number> {
  const headers = ['-H', 'Accept-Encoding: br', '-H', 'Accept: text/html,application/json']
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${seconds}s`, ...headers, url])
  if (/Non-2xx/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
