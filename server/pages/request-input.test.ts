// The canonical spelling of a path, for any path at all.
import { expect, test } from 'vitest'
import fc from '../../tests/support/properties.ts'
import { canonicalPath } from './request-input.ts'

test.each([
  ['', '/'],
  ['/%41BOUT/', '/about'],
  ['/./about/../about/.', '/about'],
  ['/x/%2e%2e/%2e%2e/about', '/about'],
  ['/Reset-Password/AbC_-9', '/reset-password/AbC_-9'],
  ['/%ff%zz', '/%25ff%25zz'],
  ['/a;b=c,d:e@f$g&h+i', '/a;b=c,d:e@f$g&h+i'],
  ['/API/Settings', '/API/Settings'],
])('%j is spelled %j', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
})

const pieces = '.. . / // \\ % %2 %2e %2F %5C %ff %00 about DASHBOARD ? #'.split(' ')
const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...pieces))
const path = fc.array(part).map((parts) => `/${parts.join('')}`)

test('the canonical spelling is its own, and leads to this site wherever it came from', () => {
  fc.assert(
    fc.property(path, (sent) => {
      const canonical = canonicalPath(sent)
      expect(canonicalPath(canonical)).toBe(canonical)
      expect(canonical).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      const url = new URL(canonical, 'https://juno.example')
      expect(url.origin).toBe('https://juno.example')
      // What a browser makes of the Location is what it then sends: no redirect follows a redirect.
      expect(canonicalPath(url.pathname)).toBe(url.pathname)
    }),
    { numRuns: 500 },
  )
})
