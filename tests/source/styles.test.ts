// What holds for all style sheets (docs/decisions/0017): each class is defined and used, layers and sizes come from one place.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

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

describe('CSS modules', () => {
  test('every class that is used is defined, and every class that is defined is used', () => {
    const defined = modules.flatMap(({ file, css }) => [...classesOf(css)].map((name) => `${file} ${name}`))
    expect([...new Set(uses)].sort()).toEqual(defined.sort())
  })

  test('they are imported as namespaces, whose members are named where they are used', () => {
    const others = code.flatMap(({ file, source }) =>
      [...source.matchAll(/^import (?!\* as )[^\n]*\.module\.css'$/gm)].map(([line]) => `${file}: ${line}`),
    )
    expect(others).toEqual([])
  })

  test('rules are in the layer of their folder, or in that of media', () => {
    const misplaced = modules.flatMap(({ file, css }) => {
      const layer = /^web\/(ui\/)?[^/]+$/.test(file) ? 'ui' : 'page'
      const outside = css.replace(/^@(layer|keyframes) [\s\S]*?^\}/gm, '').trim()
      const others = [...css.matchAll(/@layer (\w+)/g)].filter(
        ([, name]) => name !== layer && name !== 'media',
      )
      return [outside, ...others.map(([found]) => found)].filter(Boolean).map((what) => `${file}: ${what}`)
    })
    expect(misplaced).toEqual([])
  })

  test('the only global classes are those that the first script of the document sets', () => {
    const globals = sheets.flatMap(({ css }) =>
      [...css.matchAll(/:global\(([^)]*)\)/g)].map(([, name]) => name),
    )
    expect([...new Set(globals)].sort()).toEqual(
      ['.dark', '.js', '.light'].filter((name) => globals.includes(name)),
    )
    const plain = sheets.filter(({ file }) => !file.endsWith('.module.css'))
    const names = plain.flatMap(({ css }) => [...classesOf(css)])
    expect(names.filter((name) => name !== 'dark' && name !== 'light')).toEqual([])
  })

  test('every animation has its keyframes in the same file, and every keyframes rule is used', () => {
    for (const { file, css } of modules) {
      const made = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name)
      const used = [...css.matchAll(/animation(?:-name)?:\s*([\w-]+)/g)].map(([, name]) => name)
      expect([...new Set(used)].filter((name) => name !== 'none').sort(), file).toEqual(made.sort())
    }
  })
})

describe('constants of style sheets', () => {
  const tokens = text('web/tokens.css')

  test('what lies over the page has its place in tokens.css', () => {
    const own = sheets.flatMap(({ file, css }) =>
      [...css.matchAll(/z-index: ([^;]+);/g)]
        .filter(([, value]) => !/^(var\(--z-[\w-]+\)|-1|1|2)$/.test(value ?? ''))
        .map(([rule]) => `${file}: ${rule}`),
    )
    expect(own).toEqual([])
  })

  test('every custom property that is read without a fallback is set somewhere, and every token is read', () => {
    const everything = [...sheets.map(({ css }) => css), ...code.map(({ source }) => source)].join('\n')
    const read = [...everything.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
    const set = new Set([...everything.matchAll(/(--[\w-]+)['"`]?[:,]/g)].map(([, name]) => name))
    expect([...new Set(read)].filter((name) => !set.has(name))).toEqual([])
    const named = [...withoutComments(tokens).matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name ?? '')
    expect([...new Set(named)].filter((name) => !everything.includes(`var(${name}`))).toEqual([])
  })
})

test('no style sheet is longer than 250 lines', () => {
  const long = sheets
    .filter(({ file }) => text(file).split('\n').length > 251)
    .map(({ file }) => basename(file))
  expect(long).toEqual([])
})
