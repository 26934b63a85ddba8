// What forbids framing: frame-ancestors by the rules of CSP 3, X-Frame-Options by those of the HTML standard.
import { expect, test } from 'vitest'
import { prohibitionOf } from './framing-policy.ts'

/** Whether a page of `page` may frame the response. */
function allows(
  headers: { policies?: string[]; frameOptions?: string[] },
  { url = 'https://shop.example/', page = 'https://folio.example' }: { url?: string; page?: string } = {},
): boolean {
  const { policies = [], frameOptions = [] } = headers
  return prohibitionOf({ url: new URL(url), policies, frameOptions }, new URL(page)) === null
}

test.each<[string, boolean, string?, string?]>([
  ["default-src 'none'; script-src 'self'", true],
  ["frame-ancestors 'none'", false],
  ["frame-ancestors 'none' https://folio.example", true],
  ['frame-ancestors *', true],
  ['frame-ancestors https:', true],
  ['frame-ancestors HTTPS://FOLIO.EXAMPLE', true],
  ['frame-ancestors folio.example', true],
  ['frame-ancestors folio.example.', false],
  ['frame-ancestors folio.example:*', true],
  ['frame-ancestors https://folio.example/only/here', true],
  ['frame-ancestors *.example', true],
  ['frame-ancestors *.folio.example', false],
  ['frame-ancestors notfolio.example', false],
  ['FRAME-ANCESTORS\thttps://folio.example', true],
  ["frame-ancestors *; frame-ancestors 'none'", true],
  ["frame-ancestors 'none'; frame-ancestors *", false],
  ["frame-ancestors *, frame-ancestors 'none'", false],
  ['frame-ancestors *.a.example', true, 'https://shop.example', 'https://x.a.example'],
  ['frame-ancestors *.a.example', false, 'https://shop.example', 'https://a.example'],
  ["frame-ancestors 'self'", true, 'https://folio.example/shop'],
  ["frame-ancestors 'self'", true, 'http://folio.example/shop'],
  // The scheme is left to the browser.
  ['frame-ancestors https://folio.example', true, 'http://shop.example', 'http://folio.example'],
])('%s: %s', (policy, expected, url, page) => {
  expect(allows({ policies: [policy] }, { url, page })).toBe(expected)
  // Every policy of every header must match.
  expect(allows({ policies: ['frame-ancestors *', policy] }, { url, page })).toBe(expected)
})

test.each([
  [['DENY'], false],
  [[' Deny\t'], false],
  [['SAMEORIGIN'], false],
  [['ALLOWALL'], true],
  [['ALLOWALL, DENY'], false],
  [['ALLOW-FROM https://folio.example'], true],
  [['bogus', 'DENY'], false],
  [[], true],
])('X-Frame-Options %j: %s', (frameOptions, expected) => {
  expect(allows({ frameOptions })).toBe(expected)
})

test('X-Frame-Options SAMEORIGIN is another scheme, host or port, too', () => {
  const same = { url: 'https://folio.example/demo', page: 'https://folio.example' }
  expect(allows({ frameOptions: ['SAMEORIGIN'] }, same)).toBe(true)
  for (const url of ['http://folio.example/', 'https://www.folio.example/', 'https://folio.example:8443/'])
    expect(allows({ frameOptions: ['SAMEORIGIN'] }, { url })).toBe(false)
})

test('X-Frame-Options is ignored next to frame-ancestors, whichever is stricter', () => {
  const frameOptions = ['DENY']
  expect(allows({ frameOptions, policies: ['frame-ancestors https://folio.example'] })).toBe(true)
  expect(allows({ frameOptions: ['ALLOWALL'], policies: ["frame-ancestors 'none'"] })).toBe(false)
  expect(allows({ frameOptions, policies: ["default-src 'none'"] })).toBe(false)
})
