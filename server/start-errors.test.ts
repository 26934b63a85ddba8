// Each way in which PostgreSQL or a disk rejects a start: one line that says what to do.
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isAway, isUnusable } from './db/connect.ts'
import { NoConnection } from './db/migrate.ts'
import { notResponding } from './images/s3.ts'
import { explain } from './start-errors.ts'

const config = readConfig({ DATABASE_URL: 'postgres://someone:secret@db.example.com/portfolio' })
const noEntry =
  'no pg_hba.conf entry for host "10.0.0.1", user "someone", database "portfolio", no encryption'

test('object storage that cannot be used, next to PostgreSQL, is one line of its own', () => {
  const error = notResponding('s3://s3.example.com/images', 'ECONNREFUSED')
  expect(explain(error, config)).toBe(
    's3://s3.example.com/images does not respond (ECONNREFUSED); start it, or correct STORAGE_URL.',
  )
})

test.each([
  ['ENOSPC', /DATA_DIR is .*no space left/],
  ['EROFS', /DATA_DIR is .*uploads\/\.check is on a read-only file system/],
  ['EACCES', /DATA_DIR is .*uploads\/\.check is not open to this user/],
])('a file that fails with %s is named with DATA_DIR, whichever the database', (code, message) => {
  const error = Object.assign(new Error(code), { code, syscall: 'open', path: '/data/uploads/.check' })
  for (const more of [{}, { DATABASE_URL: 'postgres://somewhere/x' }]) {
    const line = explain(error, readConfig({ DATA_DIR: '/data', ...more }))
    expect(line).toMatch(message)
    expect(line).not.toContain('DATABASE_URL')
  }
})

describe('a PostgreSQL that rejects the connection', () => {
  test.each([
    ['TLS is required', '28000', noEntry, /rejects a connection without TLS .*add sslmode=require/],
    ['a role without LOGIN', '28000', 'not permitted to log in', /rejects this connection \(not permitted/],
    ['no right to connect', '42501', 'permission denied for database', /not let its user connect; grant/],
    ['no right to create tables', '42501', 'permission denied for schema public', /not let its user create/],
    ['no connection left', '53300', 'too many clients already', /no connection left .*max_connections/],
    [
      'a pooler that takes no settings',
      '08P01',
      'unsupported startup parameter: statement_timeout',
      /pooler .*set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout\.$/,
    ],
  ])('%s', (_, code, message, words) => {
    const cause = Object.assign(new Error(message), { code, severity: 'FATAL' })
    const line = explain(new NoConnection('no connection', { cause }), config)
    expect(line).toMatch(/^The database of DATABASE_URL \(db\.example\.com\/portfolio\) [^\n]*$/)
    expect(line).toMatch(words)
    expect(line).not.toContain('secret')
  })

  test('is retried unless an operator must change something', () => {
    expect(isAway({ code: '08P01', message: 'unsupported startup parameter: statement_timeout' })).toBe(false)
    expect(isAway({ code: '08P01', message: 'query_wait_timeout' })).toBe(true)
    expect(isAway({ code: '53300', message: 'sorry, too many clients already' })).toBe(true)
  })

  test('counts as unusable while the server runs, not as an unexpected error', () => {
    for (const code of ['28P01', '28000', '42501']) expect(isUnusable({ code, message: 'denied' })).toBe(true)
  })
})
