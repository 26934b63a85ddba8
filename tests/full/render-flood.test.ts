// More different pages at once than can be rendered: everything that is not rendered is served in between.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portfolio-flood-'))
  server = await startServer({ DATA_DIR: dataDir, DEMO_CONTENT: 'off', THROTTLE: 'off', LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test('between the pages of six hundred searches, health, cached pages and calls are served', async () => {
  const page = { headers: { accept: 'text/html' } }
  expect((await fetch(`${server.url}/about`, page)).status).toBe(200)
  const statuses: string[] = []
  const search = async (n: number) => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
    const lines = [`GET /portfolio?search=flood${n} HTTP/1.1`, 'Host: localhost', 'Accept: text/html']
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [string]
    statuses.push(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? head)
    if (head.includes(' 503 ')) expect(head.toLowerCase()).toContain('retry-after: 2')
    socket.destroy()
  }
  const searches = Array.from({ length: 600 }, (_, n) => search(n))
  // One after the other, as long as searches wait: where pages hold the thread, the first response comes after them.
  const served: Record<string, number> = {}
  while (statuses.length < searches.length)
    for (const path of ['/healthz', '/about', '/public-categories']) {
      expect((await fetch(server.url + path, page)).status).toBe(200)
      served[path] = (served[path] ?? 0) + 1
    }
  for (const [path, times] of Object.entries(served)) expect(times, path).toBeGreaterThan(4)
  await Promise.all(searches)
  // How many are rejected depends on how quickly they arrive; limiter.test.ts counts them.
  expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect((await fetch(`${server.url}/portfolio?search=afterwards`, page)).status).toBe(200)
})
