// Which IP addresses the check of a project's site may connect to.
import { expect, test } from 'vitest'
import { isPublicAddress } from './outbound.ts'

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  // Unspecified and "this network".
  '0.0.0.0',
  '0.1.2.3',
  // Loopback.
  '127.0.0.1',
  '127.255.255.254',
  // Private.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  // Carrier-grade NAT, with the metadata of Alibaba Cloud.
  '100.64.0.1',
  '100.100.100.200',
  // Link-local, with the metadata of most clouds.
  '169.254.169.254',
  '169.254.0.1',
  '168.63.129.16',
  // Reserved, documentation, benchmarks, 6to4 relays, with the metadata of Oracle Cloud.
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '240.0.0.1',
  // Multicast, broadcast.
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  // IPv6: unspecified, loopback, link-local, unique local with the metadata of AWS, site-local, multicast.
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  // IPv4 in IPv6: compatible, mapped, translated, NAT64, 6to4, Teredo.
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:808:808::',
  '2001:0:7f00:1::',
  // Documentation, benchmarks, ORCHID, discard, and what is not assigned.
  '2001:db8::1',
  '3fff::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '100::1',
  '4000::1',
  '5f00::1',
  // No address in the form that a resolver gives.
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '8.8.8',
  '08.8.8.8',
  '8.8.8.8:80',
  '[2606:4700::1]',
  ' 8.8.8.8',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
