// Requests that no browser sends, and more at once than can be rendered, to the real process.
import { expect, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { openRawConnection } from '../support/request.ts'
import { adminSettings, startServer } from '../support/server-process.ts'

const start = async (env: Record<string, string>) =>
  startServer({ DATA_DIR: await scratchFolder(), THROTTLE: 'off', ...env })

test('between the pages of six hundred searches, health, cached pages and calls are served', async () => {
  await using server = await start({ LOG_LEVEL: 'silent' })
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
  for (const [path, times] of Object.entries(served)) expect(times, path).toBeGreaterThan(1)
  await Promise.all(searches)
  // How many are rejected depends on how quickly they arrive; limiter.test.ts counts them.
  expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect((await server.call('/portfolio?search=afterwards', page)).status).toBe(200)
})

test('a page whose path is no UTF-8 is not found and not logged; HTTP/1.0, which needs no Host, gets a response', async () => {
  await using server = await start({ ...adminSettings, LOG_LEVEL: 'info' })
  const before = server.output()
  const path = `/reset-password/token-of-somebody/${'x'.repeat(10_000)}%E0%A4%A.data`
  for (const sent of [path, '/%E0%A4%A.data', '/%ED%A0%80.data'])
    expect((await server.call(sent)).status).toBe(404)
  // A request that is logged, so everything before it is written.
  await server.call('/logout', { method: 'POST' })
  const lines = () => server.output().slice(before.length).split('\n').filter(Boolean)
  await expect.poll(() => lines().length).toBeGreaterThan(0)
  for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ path: '/logout' })

  const check = await openRawConnection(server.port)
  await check.write('GET /healthz HTTP/1.0\r\n\r\n')
  expect(await check.ended).toMatch(/^HTTP\/1\.1 200 /)
})
