// Style sheets (docs/decisions/0017): each class and each custom property that is used is defined, and the other way round.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const text = (file: string) => readFileSync(join(root, file), 'utf8')
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

const code = files.filter((file) => /\.tsx?$/.test(file)).map((file) => ({ file, source: text(file) }))
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: withoutComments(text(file)) }))
const modules = sheets.filter(({ file }) => file.endsWith('.module.css'))

/** What stands before each `{`. */
const preludes = (css: string) => [...css.matchAll(/[^{};]+(?=\{)/g)].map(([prelude]) => prelude.trim())
const selectors = (css: string) => preludes(css).filter((prelude) => !prelude.startsWith('@'))
const classesOf = (css: string) =>
  new Set(
    selectors(css).flatMap((selector) =>
      [...selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name),
    ),
  )

/** `file name` of every class that code takes from a module. */
const uses = code.flatMap(({ file, source }) =>
  [...source.matchAll(/^import \* as (\w+) from '(\.[^']*\.module\.css)'$/gm)].flatMap(
    ([, namespace, path = '']) => {
      const module = relative(root, join(root, dirname(file), path))
      const body = source.replace(/^.* from '[^']*'$/gm, '')
      return [...body.matchAll(new RegExp(`(?<![.\\w])${namespace}\\.(\\w+)`, 'g'))].map(
        ([, name]) => `${module} ${name}`,
      )
    },
  ),
)

test('every class that is used is defined, and every class that is defined is used', () => {
  const defined = modules.flatMap(({ file, css }) => [...classesOf(css)].map((name) => `${file} ${name}`))
  expect([...new Set(uses)].sort()).toEqual(defined.sort())
})

test('every custom property that is read without a fallback is set somewhere, and every token is read', () => {
  const everything = [...sheets.map(({ css }) => css), ...code.map(({ source }) => source)].join('\n')
  const read = [...everything.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  const set = new Set([...everything.matchAll(/(--[\w-]+)['"`]?[:,]/g)].map(([, name]) => name))
  expect([...new Set(read)].filter((name) => !set.has(name))).toEqual([])
  const named = [...withoutComments(text('web/tokens.css')).matchAll(/^\s*(--[\w-]+):/gm)].map(
    ([, name]) => name ?? '',
  )
  expect([...new Set(named)].filter((name) => !everything.includes(`var(${name}`))).toEqual([])
})
