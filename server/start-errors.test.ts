// Each way in which PostgreSQL or a disk rejects a start: one line that says what to do.
import { expect, test } from 'vitest'
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

test('a file that fails is named with DATA_DIR, whichever the database', () => {
  const path = '/data/uploads/.check'
  const message = `ENOSPC: no space left on device, open '${path}'`
  const error = Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'open', path })
  for (const more of [{}, { DATABASE_URL: 'postgres://somewhere/x' }]) {
    const line = explain(error, readConfig({ DATA_DIR: '/data', ...more }))
    expect(line).toMatch(
      /DATA_DIR is \/data, where .*no space left on device, open '\/data\/uploads\/\.check'/,
    )
    expect(line).not.toContain('DATABASE_URL')
  }
})

test('a damaged database leads to a restore, which needs its place', () => {
  for (const errcode of [11, 26]) {
    const error = Object.assign(new Error('file is not a database'), { errcode })
    expect(explain(error, readConfig({ DATA_DIR: '/data' }))).toMatch(
      /\(\/data\) is damaged .*; move portfolio\.db away with its -wal and -shm, and restore a backup\.$/,
    )
  }
})

test.each([
  ['a wrong password', '28P01', 'password authentication failed', /password .*; correct DATABASE_URL/],
  ['TLS is required', '28000', noEntry, /no encryption\); correct DATABASE_URL, or what PostgreSQL permits/],
  ['no right to create tables', '42501', 'permission denied for schema public', /schema public\); correct/],
  ['no connection left', '53300', 'sorry, too many clients already', /for 10 seconds \(sorry, too many/],
  [
    'a pooler that takes no settings',
    '08P01',
    'unsupported startup parameter: statement_timeout',
    /pooler .*set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout\.$/,
  ],
])('a PostgreSQL that rejects the connection: %s', (_, code, message, words) => {
  const cause = Object.assign(new Error(message), { code, severity: 'FATAL' })
  const line = explain(new NoConnection('no connection', { cause }), config)
  expect(line).toMatch(/^The database of DATABASE_URL \(db\.example\.com\/portfolio\) [^\n]*$/)
  expect(line).toMatch(words)
  expect(line).not.toContain('secret')
})

test('a PostgreSQL that rejects the connection is retried unless an operator must change something, and no unexpected error', () => {
  expect(isAway({ code: '08P01', message: 'unsupported startup parameter: statement_timeout' })).toBe(false)
  expect(isAway({ code: '08P01', message: 'query_wait_timeout' })).toBe(true)
  expect(isAway({ code: '53300', message: 'sorry, too many clients already' })).toBe(true)
  for (const code of ['28P01', '28000', '42501']) expect(isUnusable({ code, message: 'denied' })).toBe(true)
})
