// The environment variables of server/config.ts, .env.example and docs/operating.md are the same, and so are defaults.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

const known = [...read('server/config.ts').matchAll(/\btext\('([A-Z_]+)'\)|\benv\.([A-Z_]+)/g)]
  .map(([, one, other]) => one ?? other ?? '')
  .filter((name) => name !== 'NODE_ENV')

const example = new Map(
  [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

/** Variables of the table in Settings, each with its default. */
const guide = new Map(
  [...read('docs/operating.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]*) \|/gm)].flatMap(
    ([, names = '', defaults = '']) =>
      names
        .replaceAll('`', '')
        .split(', ')
        .map((name, index) => [name, defaults.split(/[,;] /)[index] ?? defaults] as const),
  ),
)

test('every environment variable is in the example and in the guide, and no other is', () => {
  const all = [...new Set(known)].sort()
  expect([...example.keys()].sort()).toEqual(all)
  expect([...guide.keys()].sort()).toEqual(all)
})

test.each([
  'PORT',
  'HOST',
  'DATA_DIR',
  'DEMO_CONTENT',
  'THROTTLE',
  'TRUST_PROXY',
  'PREVIEW_CHECK',
  'LOG_LEVEL',
])('%s has the same default in the code, the example and the guide', (name) => {
  const stated = guide.get(name)
  expect(stated).toBeTruthy()
  expect(example.get(name)).toBe(stated)
  expect(readConfig({ [name]: stated })).toEqual(readConfig({}))
})
