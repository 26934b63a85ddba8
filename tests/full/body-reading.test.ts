// Reading and discarding bodies: slow and oversized ones, and one that arrived before it is read.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { discardBody, receiveBody } from '../../server/http/body.ts'
import type { Env } from '../../server/http/env.ts'
import { openRawConnection } from '../support/raw-connection.ts'

describe('a body that does not end', () => {
  /** A server with low limits whose handler never reads. */
  async function boundedServer(bounds: { maxBytes: number; timeout: number }) {
    const bounded = new Hono<Env>()
    bounded.use(discardBody(bounds))
    bounded.post('/', (c) => c.json({ success: false }, 401))
    const http = createServer(getRequestListener(bounded.fetch, { overrideGlobalObjects: false }))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    return { http, port: (http.address() as AddressInfo).port }
  }

  test.each([
    ['that is sent slowly', { maxBytes: 1e9, timeout: 50 }, 'x'],
    ['that is too large to be discarded', { maxBytes: 1e5, timeout: 60_000 }, 'x'.repeat(200_000)],
  ])('%s gets the response of its call, and its connection is closed', async (_, bounds, beginning) => {
    const { http, port } = await boundedServer(bounds)
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n${beginning}`)
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1.1 401 /)
    expect(text.toLowerCase()).toContain('connection: close')
    expect(text).toContain('{"success":false}')
    await new Promise((resolve) => http.close(resolve))
  })
})

test('a body that has arrived before it is read is received to its last chunk', async () => {
  const bodies = new Hono<Env>()
  bodies.post('/', async (c) => {
    await expect.poll(() => c.env.incoming?.complete).toBe(true)
    let stored = ''
    const store = async (chunk: Buffer) => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      stored += chunk
    }
    await receiveBody(c, 100, store, new AbortController().signal)
    return c.text(stored)
  })
  const http = createServer(getRequestListener(bodies.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const connection = await openRawConnection((http.address() as AddressInfo).port)
  const chunks = ['one ', 'two ', 'three'].map((chunk) => `${chunk.length}\r\n${chunk}\r\n`).join('')
  await connection.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  )
  expect(await connection.ended).toContain('one two three')
  await new Promise((resolve) => http.close(resolve))
})
