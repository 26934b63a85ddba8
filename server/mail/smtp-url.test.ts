// When the connection to the mail server must be encrypted.
import { describe, expect, test } from 'vitest'
import { smtpOptions } from './smtp-url.ts'

const tls = (url: string) => {
  const { secure, requireTLS, ignoreTLS } = smtpOptions(url)
  return secure ? 'from the first byte' : requireTLS ? 'required' : ignoreTLS ? 'off' : 'where offered'
}

describe('encryption on the way to the mail server', () => {
  test.each([
    ['smtp://user:secret@mail.example.com:587', 'required'],
    ['smtp://user:secret@mail', 'required'],
    ['smtp://user:secret@203.0.113.9', 'required'],
    ['smtp://user:secret@[2001:db8::1]:587', 'required'],
    ['smtp://user:secret@[::ffff:203.0.113.9]', 'required'],
    ['smtp://user:secret@169.254.1.1', 'required'],
    ['smtp://user:secret@100.64.0.1', 'required'],
    ['smtp://user:secret@localhost.example.com', 'required'],
    ['smtp://user:secret@10.0.0.1.example.com', 'required'],
    ['smtp://user@mail.example.com', 'required'],
    ['smtp://user:secret@localhost:1025', 'where offered'],
    ['smtp://user:secret@LOCALHOST', 'where offered'],
    ['smtp://user:secret@127.0.0.1', 'where offered'],
    ['smtp://user:secret@127.8.9.10', 'where offered'],
    ['smtp://user:secret@127.1', 'where offered'],
    ['smtp://user:secret@3405803777', 'required'],
    ['smtp://user:secret@10.1.2.3', 'where offered'],
    ['smtp://user:secret@172.31.0.1', 'where offered'],
    ['smtp://user:secret@192.168.1.1', 'where offered'],
    ['smtp://user:secret@[::1]', 'where offered'],
    ['smtp://user:secret@[fd00::1]', 'where offered'],
    ['smtp://user:secret@[::ffff:10.0.0.1]', 'where offered'],
    ['smtp://mail.example.com:25', 'where offered'],
    ['smtp://user:secret@mail.example.com?tls=off', 'off'],
    ['smtp://user:secret@127.0.0.1?tls=required', 'required'],
    ['smtp://127.0.0.1/?tls=required', 'required'],
    ['smtps://user:secret@mail.example.com', 'from the first byte'],
    ['smtps://user:secret@mail.example.com?tls=required', 'from the first byte'],
  ])('%s: %s', (url, expected) => {
    expect(tls(url)).toBe(expected)
  })

  test.each([
    'smtp://u:p@mail.example.com',
    'smtp://u:p@mail.example.com?tls=off',
    'smtps://mail.example.com',
  ])('%s checks certificates', (url) => {
    expect(smtpOptions(url).tls).toEqual({ rejectUnauthorized: true })
  })
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
  'smtp://user:secret@mail.example.com?tls=maybe',
  'smtp://user:secret@mail.example.com?tls.rejectUnauthorized=false',
  'smtp://user:secret@mail.example.com?tls=off&ignoreTLS=true',
  'smtp://user:secret@mail.example.com?logger=true',
  'smtps://user:secret@mail.example.com?tls=off',
  'smtp://user:secret@',
  'smtp:user:secret',
  'http://user:secret@mail.example.com',
  'user:secret@mail.example.com',
])('%s is rejected without repeating the password', (url) => {
  expect(() => smtpOptions(url)).toThrow(/^SMTP_URL/)
  expect(() => smtpOptions(url)).not.toThrow(/secret/)
})
