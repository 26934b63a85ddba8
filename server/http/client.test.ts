// Which texts are IP addresses, and which IP addresses are one client.
import { expect, test } from 'vitest'
import fc from '../../tests/support/properties.ts'
import { blockOf, parseAddress } from './client.ts'

const read = (text: string) => parseAddress(text)?.toString()
const block = (text: string, bits?: 48 | 64) => {
  const address = parseAddress(text)
  return address && blockOf(address, bits)
}

test.each([
  [' 192.0.2.1:49152\t', '192.0.2.1'],
  ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
])('%j is %s', (text, address) => {
  expect(read(text)).toBe(address)
})

test('other texts are none', () => {
  const texts =
    'unknown _hidden localhost 192.0.2 192.0.2.256 127.1 0x7f000001 2130706433 [192.0.2.1] 192.0.2.1:port 2001:db8::1::2 [2001:db8::1 for=192.0.2.1'
  for (const text of ['', ' ', '192.0.2.1, 192.0.2.2', ...texts.split(' ')])
    expect([text, read(text)]).toEqual([text, undefined])
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:[]%,x ') }), (text) => {
      expect(() => parseAddress(text)).not.toThrow()
    }),
    { numRuns: 1_000 },
  )
})

test('a client is one IPv4 address, or the /64 of an IPv6 address however it is written; its network the /48', () => {
  expect(block('::ffff:192.0.2.1')).toBe('192.0.2.1')
  const same = ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '[2001:db8:1:2:0:0:3:4]:80']
  expect(new Set(same.map((text) => block(text)))).toEqual(new Set(['2001:db8:1:2::/64']))
  expect(block('2001:db8:1:3::1')).not.toBe(block('2001:db8:1:2::1'))
  expect(block('192.0.2.1', 48)).toBe('192.0.2.1')
  expect(block('2001:db8:1:ffff::1', 48)).toBe('2001:db8:1::/48')
  expect(block('2001:db8:2::1', 48)).not.toBe(block('2001:db8:1::1', 48))
})
