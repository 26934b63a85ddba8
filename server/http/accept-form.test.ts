// What parsing a form costs and which boundaries are accepted, whatever a client sends.
import { MultipartParseError } from '@remix-run/multipart-parser'
import { describe, expect, test } from 'vitest'
import { parseForm } from './accept-form.ts'

const disposition = 'Content-Disposition: form-data; name="name"'

/** A complete form of one field, which any parser reads. */
function parse(boundary: string, parameter = `boundary=${boundary}`) {
  const text = `--${boundary}\r\n${disposition}\r\n\r\nAda\r\n--${boundary}--\r\n`
  const body = Buffer.from(text, 'latin1')
  return parseForm(body, `multipart/form-data; ${parameter}`, 'avatar').fields
}

describe('the boundary of a form', () => {
  test.each([
    ['of 70 characters', 'a'.repeat(70)],
    ['of a browser', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
    ['of another browser', '---------------------------9051914041544843365972754266'],
    ['of a library', '----formdata-undici-028346174920'],
    ['with every character there is', "azAZ09'()+_,-./:=?"],
  ])('%s is accepted', (_, boundary) => {
    expect(parse(boundary, `boundary="${boundary}"`)).toEqual({ name: 'Ada' })
  })

  test.each([
    ['of 71 characters', 'a'.repeat(71)],
    ['of 15,000 characters', 'a'.repeat(15_000)],
    ['with a non-ASCII letter', 'é'],
    ['with a control character', 'a\tb'],
    ['with a character of no boundary', 'a*b'],
    ['with a blank at its end', '"a "'],
  ])('%s is rejected before anything is parsed', (_, boundary) => {
    // With this boundary the form is complete: only a check before parsing can reject it.
    expect(() => parse(boundary.replaceAll('"', ''), `boundary=${boundary}`)).toThrow(MultipartParseError)
  })

  test('costs no more than its length, where the part repeats it', () => {
    /** Microseconds of this thread for twenty forms, the best of three. */
    const cost = (length: number) => {
      const boundary = 'a'.repeat(length)
      const body = Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n${'a'.repeat(length + 10)}`)
      const times = Array.from({ length: 3 }, () => {
        const before = process.threadCpuUsage()
        for (let n = 0; n < 20; n++)
          expect(() => parseForm(body, `multipart/form-data; boundary=${boundary}`, 'avatar')).toThrow()
        const { user, system } = process.threadCpuUsage(before)
        return user + system
      })
      return Math.min(...times)
    }
    // Fifteen times as long: quadratic work would be 225 times as much. Some clocks tick every 10 ms.
    const tick = 10_000
    expect(cost(15_000)).toBeLessThan(64 * Math.max(cost(1_000), tick))
  })
})
