// The figures of the README are those of bench/figures.json, which a run of `npm run bench -- --json` has measured.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { merged, tableOf, withTable } from '../../scripts/figures-table.mjs'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const stored = JSON.parse(read('bench/figures.json'))

test('the table of README.md is what npm run figures makes of bench/figures.json', () => {
  expect(withTable(read('README.md'), tableOf(stored))).toBe(read('README.md'))
})

test('a newer run takes the place of an older one, and says so where the others are older', () => {
  const figures = [{ name: 'memory at rest, median of 5', value: '1 MiB', goal: 'under 130 MiB' }]
  const run = { date: '2099-01-01', machine: { cores: 64, processor: 'Fast', memory: '1 TiB' }, figures }
  const table = tableOf(merged(stored, { benchmarks: { start: run } }))
  expect(table).toContain('2099-01-01, on 64 cores, Fast, 1 TiB:')
  expect(table).toContain('| Memory at rest | 1 MiB | under 130 MiB |')
  // What this run did not measure is not made up.
  expect(table).toMatch(/\| Start to the first 200,[^|]*\| not measured yet \| \|/)
  expect(table).toMatch(/\| Home: JavaScript, brotli(?: [¹²³])?(?: \(\d{4}-\d\d-\d\d\)) \|/)
})

test('a README without a place for the table is an error', () => {
  expect(() => withTable('# Portfolio', tableOf(stored))).toThrow(/no "<!--/)
})

test.each(['none.json', 'README.md', 'package.json'])(
  'a file without figures, %s, is an error in one line',
  (file) => {
    const command = ['scripts/figures.mjs', file]
    const cwd = join(import.meta.dirname, '../..')
    const { status, stderr } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' })
    expect(stderr).toMatch(new RegExp(`^${file} [^\\n]+\\n$`))
    expect(status).toBe(1)
  },
)
