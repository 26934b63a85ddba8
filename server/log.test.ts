// Log lines with untrusted text: of limited length, valid JSON, without email addresses, in linear time.
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import fc, { cost } from '../tests/support/properties.ts'
import { createLog } from './log.ts'

function logged(fields: object, message = 'request'): string {
  let lines = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk)
      done()
    },
  })
  createLog('trace', stream).info({ event: 'test.line', ...fields }, message)
  return lines
}

test('a line of the log of a request for 15,000 letters is short, and takes linear time', () => {
  const path = (length: number) => ({ path: `/${'a'.repeat(length)}` })
  /** For lines of 4.8 million letters in all. */
  const costOf = (length: number) =>
    cost(() => {
      for (let n = 0; n < 4_800_000 / length; n++) logged(path(length))
    })
  expect(logged(path(15_000)).length).toBeLessThan(1_000)
  expect(JSON.parse(logged(path(15_000))).path).toBe(`/${'a'.repeat(499)}…`)
  // In quadratic time lines of 16 times the length would be 16 times as slow for the same letters.
  expect(costOf(240_000)).toBeLessThan(6 * costOf(15_000))
})

test.each([
  ['email address', 'no user a.b+c@example.com here', 'no user [email] here'],
  ['email address with its @ encoded', '/reset/a%40example.com', '[email]'],
  ['email address that ends with = before its @', '<ann=@example.com>: 550', '<[email]>: 550'],
  ['email address of a domain in other letters', 'to ann@bücher.example: 550', 'to [email]: 550'],
  ['token of a link', 'No route for "/reset-password/AbC_-9.data"', 'No route for "/reset-password/…"'],
  ['token with its slash encoded twice', '/Reset-Password%252fAbC_-9', '/Reset-Password%252f…'],
  ['token that verifies', '/verify-email-token?token=AbC_-9&email=x', '/verify-email-token?token=…&email=x'],
  ['token for the owner', 'http://localhost/setup#AbC_-9 opened', 'http://localhost/setup#… opened'],
  ['no path of the page that requests one', '/reset-password', '/reset-password'],
])('a line of the log hides: %s', (_, text, hidden) => {
  expect(JSON.parse(logged({ text })).text).toBe(hidden)
  expect(JSON.parse(logged({}, text)).msg).toBe(hidden)
})

test('a line of the log preserves the beginning of a long error and its type', () => {
  const error = new Error(`insert failed: ${'v'.repeat(100_000)}`)
  const line = logged({ err: error })
  expect(line.length).toBeLessThan(8_000)
  const { err } = JSON.parse(line)
  expect(err.message).toMatch(/^insert failed: v+…$/)
  expect(err.type).toBe('Error')
})

test('a line of the log is JSON without email addresses, whatever is logged', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\\', '"', '\n', '\u0000', '\ud800', 'ann@example.com', '@', '%40', ' '),
    fc.string().map((text) => text.repeat(100)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const line = logged({ text: pieces.join('') })
      expect(() => JSON.parse(line)).not.toThrow()
      expect(line.split('\n')).toHaveLength(2)
      expect(line).not.toMatch(/ann@example\.com/)
    }),
    { numRuns: 50 },
  )
})
