// References to rules, threats, faults and sections (docs/README.md) exist in docs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = ['server', 'web', 'contract', 'content', 'tests', 'bench', 'faults', 'scripts', 'docs']
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(tsx?|m?js|mts|css|md)$/.test(file)),
)

/** Every match in every file, as "file: match". */
function found(pattern: RegExp, filter: (...groups: string[]) => boolean = () => true): string[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .filter(([, ...groups]) => filter(...groups))
      .map(([text]) => `${file}: ${text.replace(/\s+/g, ' ')}`),
  )
}

const entries = [
  ...[...(read('docs/product-rules.md') + read('docs/threats.md')).matchAll(/\*\*([RTF]\d+)\*\*/g)],
  ...read('docs/specification.md').matchAll(/^## (\d+)\. /gm),
].map(([, id = '']) => (/^\d/.test(id) ? `S${id}` : id))
const rules = entries.filter((id) => id.startsWith('R'))
const records = readdirSync(join(root, 'docs/decisions'))

test('every id exists', () => {
  expect(entries.length).toBeGreaterThan(200)
  const isUnknown = (list = '') => list.split(', ').some((id) => !entries.includes(id))
  expect(found(/\[([RTFS]\d+(?:, [RTFS]\d+)*)\]/g, isUnknown)).toEqual([])
})

test('no id is given twice', () => {
  expect(entries.filter((id, index) => entries.indexOf(id) !== index)).toEqual([])
})

test('every rule is cited in the code or a test', () => {
  const cited = found(/\[[RTFS]\d+(?:, [RTFS]\d+)*\]/g)
    .filter((citation) => !citation.startsWith('docs/'))
    .flatMap((citation) => citation.match(/\bR\d+\b/g) ?? [])
  expect(rules.filter((id) => !cited.includes(id))).toEqual([])
})

test('the rules say which number is the highest, and that the next one is free', () => {
  const highest = Math.max(...rules.map((id) => Number(id.slice(1))))
  expect(read('docs/product-rules.md')).toContain(
    `The highest number in use is R${highest}: a new rule is R${highest + 1},`,
  )
})

test('every decision record that is named exists, and the index lists all of them', () => {
  const isUnknown = (number = '') => !records.some((record) => record.startsWith(`${number}-`))
  expect(found(/\b(?:docs\/decisions\/|decision (?:record )?)(\d{4})\b/g, isUnknown)).toEqual([])
  expect(records.filter((record) => !read('docs/README.md').includes(`(decisions/${record})`))).toEqual([])
})

test('nothing is cited by another number, nor by a page that is not here', () => {
  const isMissing = (page = '') => !existsSync(join(root, page)) && !existsSync(join(root, 'docs', page))
  expect([
    ...found(/\b(?:decision|decision record|abuse case|fault|issue)s?\s[\s*/]*\d{1,3}\b/gi),
    ...found(/\bsections?\s[\s*/]*[1-9]\b/gi),
    ...found(/\b([A-Z]{4,}\.(?:md|txt))\b/g, isMissing),
  ]).toEqual([])
})

test('every test that docs/threats.md names exists', () => {
  const named = read('docs/threats.md').match(/[\w/-]+\.(?:test|e2e)\.ts/g) ?? []
  expect(named.length).toBeGreaterThan(50)
  const isMissing = (name: string) => !files.some((file) => file === name || file.endsWith(`/${name}`))
  expect(named.filter(isMissing)).toEqual([])
})
