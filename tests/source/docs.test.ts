// What the documentation names is there: files that it links to or shows in backticks, headings, tests, and commands.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

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
