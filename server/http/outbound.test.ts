// DNS of requests to other servers: a name that does not exist is told from a network that has none.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openInternet } from './outbound.ts'

const never = new AbortController().signal
const types = { a: 1, ns: 2, aaaa: 28 }

/** A socket on loopback, and how it is named as a DNS server. */
async function openSocket() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { socket, server: `127.0.0.1:${socket.address().port}` }
}

/** A DNS server. @param records data of the answer by name and type; for everything else there is no such name. */
async function dnsServer(records: Record<string, Buffer>): Promise<string> {
  const { socket, server } = await openSocket()
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const labels: string[] = []
    for (let at = 12; query[at]; at += (query[at] ?? 0) + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
    const data = records[`${labels.join('.')} ${query.readUInt16BE(end - 4)}`]
    const header = Buffer.from([0, 0, 0x81, data ? 0x80 : 0x83, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
    query.copy(header, 0, 0, 2)
    const lifetime = Buffer.from([0, 0, 0, 60, 0, data?.length ?? 0])
    const answer = data ? [Buffer.from([0xc0, 12]), query.subarray(end - 4, end), lifetime, data] : []
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answer]), port, address)
  })
  return server
}

test('a name has the addresses of both families', async () => {
  const server = await dnsServer({
    [`site.example ${types.a}`]: Buffer.from([93, 184, 215, 14]),
    [`site.example ${types.aaaa}`]: Buffer.from('26064700000000000000000000001111', 'hex'),
  })
  const addresses = ['93.184.215.14', '2606:4700::1111']
  expect(await openInternet([server]).resolve('site.example', never)).toEqual(addresses)
})

test('a name that does not exist has none where DNS knows the root; where it does not, nothing is known about the site', async () => {
  const ofRoot = await dnsServer({ [` ${types.ns}`]: Buffer.from([1, 97, 0]) })
  expect(await openInternet([ofRoot]).resolve('none.example', never)).toEqual([])
  const resolving = openInternet([await dnsServer({})]).resolve('none.example', never)
  await expect(resolving).rejects.toMatchObject({ reason: 'no-network' })
})

test('a name is waited for no longer than the signal says', async () => {
  const { socket: silent, server } = await openSocket()
  const stop = new AbortController()
  const resolving = openInternet([server]).resolve('site.example', stop.signal)
  await once(silent, 'message')
  stop.abort()
  await expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' })
})
