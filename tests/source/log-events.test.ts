// docs/operating.md lists every event of the log, with its level and fields, and no other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(root, 'server', file), 'utf8'))

const logged = new Set(
  sources.flatMap((text) => [...text.matchAll(/\bevent: '([^']+)'/g)].map(([, name = '']) => name)),
)
const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const listed = [...guide.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \| (debug|info|warn|error|fatal)\b/gm)].map(
  ([, name = '']) => name,
)

test('each event is listed once, and each listed one is logged', () => {
  expect(logged.size).toBeGreaterThan(50)
  expect([...listed].sort()).toEqual([...logged].sort())
})

test('names of events have one form: a noun and what happened to it', () => {
  expect([...logged].filter((name) => !/^[a-z-]+\.[a-z-]+$/.test(name))).toEqual([])
})
