// The tables of emails in docs are those of the code: the kinds, and the hourly limits.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emailKinds } from '../../server/create-context.ts'
import { hourlyLimits } from '../../server/mail/hourly-limit.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

/** The cells of each row of the table with these first two columns. */
function tableOf(file: string, columns: string): string[][] {
  const [, table = ''] = read(file).split(`| ${columns} |`)
  const [body = ''] = table.split(/\n\s*\n/)
  return body
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ...cells]) => cells.slice(0, -1))
}

const code = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name)

test('the product rules list every kind of email with the limit that counts it', () => {
  const listed = tableOf('docs/product-rules.md', 'kind | to').map((cells) => [
    ...code(cells[0] ?? ''),
    ...code(cells.at(-1) ?? ''),
  ])
  const registered = Object.entries(emailKinds).map(([kind, { cause }]) => [
    kind,
    ...(typeof cause === 'string' ? [cause] : [cause.ofUsers, cause.ofAdmins]),
  ])
  expect(listed.sort()).toEqual(registered.sort())
})

test('the guide lists every hourly limit with its number, in the order of sending', () => {
  const listed = tableOf('docs/operating.md', 'limit | emails').map((cells) => [
    ...code(cells[0] ?? ''),
    Number(cells.at(-1)),
  ])
  expect(listed).toEqual(Object.entries(hourlyLimits))
})
