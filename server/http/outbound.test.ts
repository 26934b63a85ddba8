// Requests to other servers: a name that does not exist is told from a network without DNS, and which IP addresses are public.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, openInternet } from './outbound.ts'

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

test('a name has the addresses of both families, and none where it does not exist and DNS knows the root; where it does not, nothing is known about the site', async () => {
  const server = await dnsServer({
    [`site.example ${types.a}`]: Buffer.from([93, 184, 215, 14]),
    [`site.example ${types.aaaa}`]: Buffer.from('26064700000000000000000000001111', 'hex'),
    [` ${types.ns}`]: Buffer.from([1, 97, 0]),
  })
  const { resolve } = openInternet([server])
  expect(await resolve('site.example', never)).toEqual(['93.184.215.14', '2606:4700::1111'])
  expect(await resolve('none.example', never)).toEqual([])
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

const addresses = (text: string) => text.trim().split(/\s+/)

test('public IP addresses are those of the internet', () => {
  for (const address of addresses(`8.8.8.8 172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 192.0.1.1
    223.255.255.255 2606:4700:4700::1111 2a00:1450:4001:80b::200e`))
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test.each([
  ['unspecified and loopback', '0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 :: ::1'],
  ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fec0::1'],
  ['of carriers and of the metadata of clouds', '100.64.0.1 168.63.129.16 192.0.0.192 fd00:ec2::254'],
  ['link-local', '169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 2606:4700::1%eth0'],
  ['reserved', '192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 203.0.113.1 240.0.0.1 4000::1 5f00::1'],
  ['multicast and broadcast', '224.0.0.1 239.255.255.255 255.255.255.255 ff02::1'],
  ['IPv4 in IPv6', '::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:10.0.0.1'],
  ['translated', '64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 2002:7f00:1:: 2001:0:7f00:1::'],
  ['for documentation and benchmarks', '2001:db8::1 3fff::1 2001:2::1 2001:10::1 2001:20::1 100::1'],
  ['none in the form that a resolver gives', 'localhost 127.1 0x7f000001 08.8.8.8 8.8.8.8:80 [2606:4700::1]'],
])('public IP addresses are not those that are %s', (_, list) => {
  for (const address of addresses(list)) expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['', ' 8.8.8.8']) expect(isPublicAddress(address)).toBe(false)
})
