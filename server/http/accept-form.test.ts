// Which boundaries of a form are accepted: parsing a long one would cost more than its length.
import { expect, test } from 'vitest'
import { parseForm } from './accept-form.ts'

/** A complete form of one field, which any parser reads. */
function parse(boundary: string) {
  const part = 'Content-Disposition: form-data; name="name"\r\n\r\nAda'
  const text = `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`
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
