// Which boundaries of a form are accepted, and that parsing one costs no more than its length.
import { expect, test } from 'vitest'
import { cost } from '../../tests/support/properties.ts'
import { parseForm } from './accept-form.ts'

const disposition = 'Content-Disposition: form-data; name="name"'

/** A complete form of one field, which any parser reads. */
function parse(boundary: string) {
  const text = `--${boundary}\r\n${disposition}\r\n\r\nAda\r\n--${boundary}--\r\n`
  return parseForm(Buffer.from(text, 'latin1'), `multipart/form-data; boundary="${boundary}"`, 'avatar')
    .fields
}

test('those of browsers and libraries are accepted, others rejected before anything is parsed', () => {
  for (const boundary of ['a'.repeat(70), '----WebKitFormBoundary7MA4YWxkTrZu0gW', "azAZ09'()+_,-./:=?"])
    expect(parse(boundary)).toEqual({ name: 'Ada' })
  // With this boundary the form is complete: only a check before parsing can reject it.
  for (const boundary of ['a'.repeat(71), 'a'.repeat(15_000), 'é', 'a\tb', 'a*b', 'a '])
    expect(() => parse(boundary)).toThrow('could not be read')
})

test('a part that repeats the boundary costs no more than its length', () => {
  const costOf = (length: number) => {
    const boundary = 'a'.repeat(length)
    const body = Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n${'a'.repeat(length + 10)}`)
    return cost(() => {
      for (let n = 0; n < 20; n++)
        expect(() => parseForm(body, `multipart/form-data; boundary=${boundary}`, 'avatar')).toThrow()
    })
  }
  // Fifteen times as long: quadratic work would be 225 times as much.
  expect(costOf(15_000)).toBeLessThan(64 * costOf(1_000))
})
