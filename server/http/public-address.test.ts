// Which IP addresses the check of a project's site may connect to.
import { expect, test } from 'vitest'
import { isPublicAddress } from './outbound.ts'

const addresses = (text: string) => text.trim().split(/\s+/)

test('those of the internet', () => {
  for (const address of addresses(`8.8.8.8 172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 192.0.1.1
    223.255.255.255 2606:4700:4700::1111 2a00:1450:4001:80b::200e`))
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test.each([
  ['unspecified and loopback', '0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 :: ::1'],
  ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fec0::1'],
  ['of carriers and of the metadata of clouds', '100.64.0.1 168.63.129.16 192.0.0.192 fd00:ec2::254'],
  ['link-local', '169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 2606:4700::1%eth0'],
  [
    'reserved',
    '192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 240.0.0.1 4000::1 5f00::1',
  ],
  ['multicast and broadcast', '224.0.0.1 239.255.255.255 255.255.255.255 ff02::1'],
  ['IPv4 in IPv6', '::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:10.0.0.1'],
  ['translated', '64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 2002:7f00:1:: 2001:0:7f00:1::'],
  ['for documentation and benchmarks', '2001:db8::1 3fff::1 2001:2::1 2001:10::1 2001:20::1 100::1'],
  ['none in the form that a resolver gives', 'localhost 127.1 0x7f000001 08.8.8.8 8.8.8.8:80 [2606:4700::1]'],
])('not those that are %s', (_, list) => {
  for (const address of addresses(list)) expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['', ' 8.8.8.8']) expect(isPublicAddress(address)).toBe(false)
})
