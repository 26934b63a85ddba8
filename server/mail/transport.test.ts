// When the connection to the mail server must be encrypted.
import { expect, test } from 'vitest'
import { smtpOptions } from './transport.ts'

const tls = (url: string) => {
  const { secure, requireTLS, ignoreTLS } = smtpOptions(url)
  return secure ? 'from the first byte' : requireTLS ? 'required' : ignoreTLS ? 'off' : 'where offered'
}

test.each([
  // A login on the internet.
  ['smtp://user:secret@mail.example.com:587', 'required'],
  ['smtp://user:secret@[::ffff:203.0.113.9]', 'required'],
  ['smtp://user:secret@localhost.example.com', 'required'],
  ['smtp://127.0.0.1/?tls=required', 'required'],
  // The same machine, a private network, or nothing to hide.
  ['smtp://user:secret@LOCALHOST', 'where offered'],
  ['smtp://user:secret@172.31.0.1', 'where offered'],
  ['smtp://user:secret@[::ffff:10.0.0.1]', 'where offered'],
  ['smtp://mail.example.com:25', 'where offered'],
  ['smtp://[::1]:25', 'off'],
  ['smtp://user:secret@mail.example.com?tls=off', 'off'],
  ['smtps://user:secret@mail.example.com', 'from the first byte'],
])('%s: %s, and certificates are checked', (url, expected) => {
  expect(tls(url)).toBe(expected)
  expect(smtpOptions(url).tls).toEqual({ rejectUnauthorized: true })
})

test('credentials are decoded, brackets and ports understood', () => {
  expect(smtpOptions('smtp://me%40example.com:p%3Aw%2F@[::1]:2525')).toMatchObject({
    auth: { user: 'me@example.com', pass: 'p:w/' },
    host: '::1',
    port: 2525,
  })
  // The client connects to the same host that was checked.
  expect(smtpOptions('smtp://user:secret@127.1').host).toBe('127.0.0.1')
})

test.each([
  'smtp://user:secret@mail.example.com?tls.rejectUnauthorized=false',
  'smtps://user:secret@mail.example.com?tls=off',
  'user:secret@mail.example.com',
])('%s is rejected without repeating the password', (url) => {
  expect(() => smtpOptions(url)).toThrow(/^SMTP_URL/)
  expect(() => smtpOptions(url)).not.toThrow(/secret/)
})
