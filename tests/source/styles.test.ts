// Style sheets (docs/decisions/0017): what is used is defined, and each class that is defined is used.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../web')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
const read = (kind: RegExp) =>
  files
    .filter((file) => kind.test(file))
    .map((file) => ({ file, text: readFileSync(join(web, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }))

const code = read(/\.tsx?$/)
const sheets = read(/\.css$/)

test('every class that is used is defined, and every class that is defined is used', () => {
  const used = code.flatMap(({ file, text }) =>
    [...text.matchAll(/^import \* as (\w+) from '(\.[^']*\.module\.css)'$/gm)].flatMap(
      ([, namespace, path = '']) =>
        [...text.matchAll(new RegExp(`(?<![./\\w-])${namespace}\\.(\\w+)`, 'g'))].map(
          ([, name]) => `${join(dirname(file), path)} ${name}`,
        ),
    ),
  )
  // In what stands before a `{`.
  const defined = sheets
    .filter(({ file }) => file.endsWith('.module.css'))
    .flatMap(({ file, text }) =>
      [...text.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)(?=[^;{}]*\{)/g)].map(
        ([, name]) => `${file} ${name}`,
      ),
    )
  expect([...new Set(used)].sort()).toEqual([...new Set(defined)].sort())
})

test('every custom property that is read without a fallback is set somewhere', () => {
  const everything = [...sheets, ...code].map(({ text }) => text).join('\n')
  const read = [...everything.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  const set = new Set([...everything.matchAll(/(--[\w-]+)['"`]?[:,]/g)].map(([, name]) => name))
  expect([...new Set(read)].filter((name) => !set.has(name))).toEqual([])
})
