// DNS of requests to other servers: a name that does not exist is told from a network that has none.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { openInternet } from './outbound.ts'

const never = new AbortController().signal
const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const types = { a: 1, ns: 2, aaaa: 28 }

/** A DNS server on loopback. @param records data of the answer by name and type; for everything else there is no such name. */
async function dnsServer(
  records: Record<string, Buffer>,
  isIgnored: (type: number) => boolean = () => false,
): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    if (isIgnored(query.readUInt16BE(end - 4))) return
    const labels: string[] = []
    for (let at = 12; query[at]; at += (query[at] ?? 0) + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
    const data = records[`${labels.join('.')} ${query.readUInt16BE(end - 4)}`]
    const header = Buffer.from([0, 0, 0x81, data ? 0x80 : 0x83, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
    query.copy(header, 0, 0, 2)
    const answer = data
      ? [
          Buffer.from([0xc0, 12]),
          query.subarray(end - 4, end),
          Buffer.from([0, 0, 0, 60, 0, data.length]),
          data,
        ]
      : []
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answer]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  cleanups.push(() => new Promise<void>((resolve) => socket.close(resolve)))
  return `127.0.0.1:${socket.address().port}`
}

const root = { [` ${types.ns}`]: Buffer.from([1, 97, 0]) }

describe('a name', () => {
  test('has the addresses of both families', async () => {
    const server = await dnsServer({
      [`site.example ${types.a}`]: Buffer.from([93, 184, 215, 14]),
      [`site.example ${types.aaaa}`]: Buffer.from('26064700000000000000000000001111', 'hex'),
    })
    expect(await openInternet([server]).resolve('site.example', never)).toEqual([
      '93.184.215.14',
      '2606:4700::1111',
    ])
  })

  test('that does not exist has none, where DNS knows the root', async () => {
    const server = await dnsServer(root)
    expect(await openInternet([server]).resolve('none.example', never)).toEqual([])
  })

  test('says nothing about its site where DNS knows no name at all', async () => {
    const server = await dnsServer({})
    await expect(openInternet([server]).resolve('none.example', never)).rejects.toMatchObject({
      reason: 'no-network',
    })
  })

  test('is waited for no longer than the signal says', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanups.push(() => new Promise<void>((resolve) => silent.close(resolve)))
    const stop = new AbortController()
    const resolving = openInternet([`127.0.0.1:${silent.address().port}`]).resolve(
      'site.example',
      stop.signal,
    )
    await once(silent, 'message')
    stop.abort()
    await expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' })
  })
})
