// Which texts are IP addresses, and which IP addresses are one client.
import { describe, expect, test } from 'vitest'
import fc from '../../tests/support/properties.ts'
import { blockOf, parseAddress } from './client.ts'

const read = (text: string) => parseAddress(text)?.toString()

describe('an IP address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1\t', '192.0.2.1'],
    ['192.0.2.1:49152', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::1', '::1'],
  ])('%j is %s', (text, address) => {
    expect(read(text)).toBe(address)
  })

  test.each([
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    'example.com',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1.5',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[192.0.2.1]',
    '192.0.2.1:port',
    '192.0.2.1:1:2',
    '2001:db8::1::2',
    '[2001:db8::1',
    '2001:db8::1]:80',
    'for=192.0.2.1',
    '192.0.2.1, 192.0.2.2',
    `${'1'.repeat(100)}.0.0.1`,
  ])('%j is none', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('is read back as itself, and no other text ends the process', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = read(text)
        expect(address).toBeDefined()
        expect(read(address ?? '')).toBe(address)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:[]%,x ') }), (text) => {
        expect(() => parseAddress(text)).not.toThrow()
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a client', () => {
  const block = (text: string) => {
    const address = parseAddress(text)
    return address && blockOf(address)
  }

  test('is one IPv4 address, or the /64 of an IPv6 address however it is written', () => {
    expect(block('192.0.2.1')).toBe('192.0.2.1')
    expect(block('::ffff:192.0.2.1')).toBe('192.0.2.1')
    const same = ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '[2001:db8:1:2:0:0:3:4]:80']
    expect(new Set(same.map(block))).toEqual(new Set(['2001:db8:1:2::/64']))
    expect(block('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(block('2001:db8:1:3::1')).not.toBe(block('2001:db8:1:2::1'))
  })

  test('belongs to a network: the IPv4 address, or the /48 of an IPv6 address', () => {
    const network = (text: string) =>
      blockOf(parseAddress(text) as NonNullable<ReturnType<typeof parseAddress>>, 48)
    expect(network('192.0.2.1')).toBe('192.0.2.1')
    expect(network('2001:db8:1:2::1')).toBe('2001:db8:1::/48')
    expect(network('2001:db8:1:ffff::1')).toBe('2001:db8:1::/48')
    expect(network('2001:db8:2::1')).not.toBe(network('2001:db8:1::1'))
  })
})
