// The name of the visitor in a reply that is saved for others, and the link that opens a mail program.
import { describe, expect, test } from 'vitest'
import { mailLink, textFrom } from './messages.ts'

test.each([
  ['Max', 'Hi Max,\na Maximum of ten pages, Max.', 'Hi {name},\na Maximum of ten pages, {name}.'],
  ['Will', 'Willkommen Will,', 'Willkommen {name},'],
  ['He Li', 'Hello He,\nHe Li writes.', 'Hello {name},\n{name} writes.'],
  ['A.-B. (C)', 'Hi A.-B. (C),', 'Hi {name},'],
  ['***', 'Hello,', 'Hello,'],
  ['', ' Hello, ', 'Hello,'],
])('of %j', (name, text, saved) => expect(textFrom(text, name)).toBe(saved))

describe('the link to a mail program', () => {
  test('has the email in it, encoded', () => {
    const link = new URL(mailLink('vera+x@example.org', 'Re: A & B?', 'Hello,\n50 % #1 é 😀'))
    expect([link.protocol, decodeURIComponent(link.pathname)]).toEqual(['mailto:', 'vera+x@example.org'])
    expect([...link.searchParams]).toEqual([
      ['subject', 'Re: A & B?'],
      ['body', 'Hello,\r\n50 % #1 é 😀'],
    ])
    expect(mailLink('a@b.example?bcc=c@d.example', 's&cc=x', 'b')).not.toMatch(/[?&]b?cc=/)
  })

  test('is cut off between two characters where it is too long', () => {
    const link = mailLink('vera@example.org', 'Re', '😀'.repeat(5_000))
    expect(link.length).toBeLessThanOrEqual(1_900)
    expect(new URL(link).searchParams.get('body')).toMatch(/^(?:😀)+$/u)
    expect(() => mailLink('a@b.example', 's', '\ud83d lone')).not.toThrow()
  })
})
