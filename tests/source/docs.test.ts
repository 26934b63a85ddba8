// What the documentation names is there: files that it links to or shows in backticks, headings, tests, and commands. The
// environment variables of server/config.ts, .env.example and docs/operating.md are the same, and so are defaults.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const within = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const top = readdirSync(root).filter((name) => !['build', 'node_modules'].includes(name))
const pages = [...top, ...within('docs')].filter((file) => file.endsWith('.md'))
const files = ['contract', 'server', 'web', 'tests'].flatMap(within)
const { scripts } = JSON.parse(read('package.json'))

function isLinked(page: string, link: string): boolean {
  const [path, anchor] = link.split('#')
  const target = join(root, path ? join(dirname(page), path) : page)
  if (!existsSync(target) || !anchor) return existsSync(target)
  const headings = readFileSync(target, 'utf8').match(/^#+ .+$/gm) ?? []
  return headings.some((heading) => heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-') === anchor)
}

test.each(pages)('%s names what is there', (page) => {
  const text = read(page)
  const missing = (named: RegExp, isThere: (name: string) => boolean) =>
    [...text.matchAll(named)].map(([, name = '']) => name).filter((name) => !isThere(name))
  expect([
    ...missing(/\]\((?!https?:)([^)\s]+)\)/g, (link) => isLinked(page, link)),
    ...missing(/`((?:[\w.-]+\/)+[\w.-]*)`/g, (path) => {
      return !top.includes(path.replace(/\/.*/, '')) || existsSync(join(root, path))
    }),
    ...missing(/((?:[\w-]+\/)*[\w-]+\.(?:test|e2e)\.ts)/g, (name) =>
      files.some((file) => `/${file}`.endsWith(`/${name}`)),
    ),
    ...missing(/npm run (?:--silent )?([\w:]+)/g, (name) => name in scripts),
  ]).toEqual([])
})

const known = [...read('server/config.ts').matchAll(/\b(?:text|read)\('([A-Z_]+)'|\benv\.([A-Z_]+)/g)].map(
  ([, one, other]) => one ?? other ?? '',
)

const example = new Map(
  Array.from(read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name, value]),
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

test.each('PORT HOST DATA_DIR DEMO_CONTENT THROTTLE TRUST_PROXY PREVIEW_CHECK LOG_LEVEL'.split(' '))(
  '%s has the same default in the code, the example and the guide',
  (name) => {
    const stated = guide.get(name)
    expect(example.get(name)).toBe(stated)
    expect(readConfig({ [name]: stated })).toEqual(readConfig({}))
  },
)
