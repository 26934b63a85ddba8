// The name of the visitor in a saved reply, and the link that opens a mail program.
import { expect, test } from 'vitest'
import { filledIn, mailLink, textFrom } from './messages.ts'

test.each([
  ['Max', 'Hi Max,\na Maximum of ten pages, Max.', 'Hi {name},\na Maximum of ten pages, {name}.'],
  ['He Li', 'Hello He,\nHe Li writes.', 'Hello {name},\n{name} writes.'],
  ['A.-B. (C)', 'Hi A.-B. (C),', 'Hi {name},'],
  ['***', ' Hello, ', 'Hello,'],
])('the name %j is left out of a text that is saved', (name, text, saved) => {
  expect(textFrom(text, name)).toBe(saved)
})

test.each([
  ['Anna Kowalska', 'Anna'],
  [' Lucía Fernández de la Vega y Montoro ', 'Lucía'],
  // By the whole name where it is not plain that there is a first one.
  ...['Anna', 'ANNA KOWALSKA', 'kev_m', 'Dr. Anna Kowalska', 'Ida, Studio'].map((name) => [name, name]),
  ...['Müller & Söhne GmbH', 'Nguyễn Thị Ngọc Hân', '佐々木 健太郎'].map((name) => [name, name]),
  // Neither a link nor formatted.
  ['**Win** [it](https://evil.example/x)', 'Win ithttpsevil.example/x'],
] as [string, string][])('%s is greeted with Hi %s,', (name, greeted) => {
  expect(filledIn('Hi {name},', name)).toBe(`Hi ${greeted},`)
})

test('the link to a mail program has the email in it, encoded', () => {
  const link = new URL(mailLink('vera+x@example.org', 'Re: A & B?', 'Hello,\n50 % #1 é 😀').href)
  expect([link.protocol, decodeURIComponent(link.pathname)]).toEqual(['mailto:', 'vera+x@example.org'])
  expect([...link.searchParams]).toEqual([
    ['subject', 'Re: A & B?'],
    ['body', 'Hello,\r\n50 % #1 é 😀'],
  ])
  const { href, isCut } = mailLink('a@b.example?bcc=c@d.example', 's&cc=x', 'b')
  expect(href).not.toMatch(/[?&]b?cc=/)
  expect(isCut).toBe(false)
})

test('the link to a mail program is cut off between two characters where it is too long', () => {
  const { href, isCut } = mailLink('vera@example.org', 'Re', '😀'.repeat(5_000))
  expect(isCut).toBe(true)
  expect(href.length).toBeLessThanOrEqual(1_900)
  expect(new URL(href).searchParams.get('body')).toMatch(/^(?:😀)+$/u)
  expect(() => mailLink('a@b.example', 's', '\ud83d lone')).not.toThrow()
})
