// More different pages at once than can be rendered: everything that is not rendered is served in between.
import { expect, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { openRawConnection } from '../support/request.ts'
import { startServer } from '../support/server-process.ts'

test('between the pages of six hundred searches, health, cached pages and calls are served', async () => {
  await using server = await startServer({
    DATA_DIR: await scratchFolder(),
    DEMO_CONTENT: 'off',
    THROTTLE: 'off',
    LOG_LEVEL: 'silent',
  })
  const page = { headers: { accept: 'text/html' } }
  expect((await server.call('/about', page)).status).toBe(200)
  const statuses: string[] = []
  const search = async (n: number) => {
    const { socket, write, until } = await openRawConnection(server.port)
    const lines = [`GET /portfolio?search=flood${n} HTTP/1.1`, 'Host: localhost', 'Accept: text/html']
    await write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    const head = await until('\r\n\r\n')
    statuses.push(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? head)
    if (head.includes(' 503 ')) expect(head.toLowerCase()).toContain('retry-after: 2')
    socket.destroy()
  }
  const searches = Array.from({ length: 600 }, (_, n) => search(n))
  // One after the other, as long as searches wait: where pages hold the thread, the first response comes after them.
  const served: Record<string, number> = {}
  while (statuses.length < searches.length)
    for (const path of ['/healthz', '/about', '/public-categories']) {
      expect((await server.call(path, page)).status).toBe(200)
      served[path] = (served[path] ?? 0) + 1
    }
  for (const [path, times] of Object.entries(served)) expect(times, path).toBeGreaterThan(4)
  await Promise.all(searches)
  // How many are rejected depends on how quickly they arrive; limiter.test.ts counts them.
  expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect((await server.call('/portfolio?search=afterwards', page)).status).toBe(200)
})
