// Requests that no browser sends, to the real process: what it responds, and how little of them gets into its log.
import { expect, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { openRawConnection } from '../support/request.ts'
import { startServer } from '../support/server-process.ts'

test('a page whose path is no UTF-8 is not found and not logged; HTTP/1.0, which needs no Host, gets a response', async () => {
  await using server = await startServer({
    DATA_DIR: await scratchFolder(),
    DEMO_CONTENT: 'off',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'Correct-Horse-7!',
    THROTTLE: 'off',
    LOG_LEVEL: 'info',
  })
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
