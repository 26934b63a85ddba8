// No run of twelve lines of code stands in two places: what two files share is in a file of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Lines of code, without blank lines, comments and imports. */
const runLength = 12

const files = ['contract', 'content', 'server', 'web', 'tests', 'bench', 'faults', 'scripts'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.(tsx?|mjs|css)$/.test(file)),
)

interface Line {
  number: number
  text: string
}

function linesOfCode(source: string): Line[] {
  const code = source
    // Blanked, so that the numbers of lines stay.
    .replace(/^import [^']*'[^']+'$/gm, (text) => text.replace(/[^\n]/g, ''))
    .replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, (text) => text.replace(/[^\n]/g, ''))
  return code
    .split('\n')
    .map((text, index) => ({ number: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '' && !text.startsWith('//'))
}

/** Pairs of runs, as "file:line = file:line", each named by its first lines. */
function duplicates(sources: Map<string, string>): string[] {
  const seen = new Map<string, { file: string; number: number }>()
  const found: string[] = []
  for (const [file, source] of sources) {
    const lines = linesOfCode(source)
    let end = 0
    for (let start = 0; start + runLength <= lines.length; start++) {
      const run = lines.slice(start, start + runLength)
      const text = run.map((line) => line.text).join('\n')
      const number = run[0]?.number ?? 0
      const before = seen.get(text)
      if (before && start >= end) {
        found.push(`${before.file}:${before.number} = ${file}:${number}`)
        end = start + runLength
      }
      if (!before) seen.set(text, { file, number })
    }
  }
  return found
}

test('no twelve lines are written twice', () => {
  expect(duplicates(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))).toEqual([])
})

test('twelve equal lines are found whatever their indentation and the comments between them', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `step(${n})`)
  const indented = lines.map((line) => `  ${line}\n  // why`).join('\n')
  const sources = (other: string) =>
    new Map([
      ['a.ts', `import { step } from './step.ts'\n\n${lines.join('\n')}`],
      ['b.ts', other],
    ])
  expect(duplicates(sources(`first()\n${indented}`))).toEqual(['a.ts:3 = b.ts:2'])
  expect(duplicates(sources(lines.slice(1).join('\n')))).toEqual([])
})
