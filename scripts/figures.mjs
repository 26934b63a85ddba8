// npm run figures -- FILE: stores what `npm run --silent bench -- --json > FILE` measured in bench/figures.json, and writes
// the table of README.md from all that is stored there. Benchmarks that FILE does not have stay as they are.
import { readFileSync, writeFileSync } from 'node:fs'
import { merged, tableOf, withTable } from './figures-table.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** What a benchmark printed, from the file that the command names. */
function readRun(file) {
  try {
    const run = read(file)
    if (typeof run?.benchmarks === 'object' && run.benchmarks !== null) return run
    console.error(`${file} holds no figures; make it with npm run --silent bench -- --json > ${file}`)
  } catch (error) {
    console.error(`${file} cannot be read: ${error.message.replaceAll('\n', ' ')}`)
  }
  process.exit(1)
}

const [file] = process.argv.slice(2)
const stored = read('bench/figures.json')
const figures = file ? merged(stored, readRun(file)) : stored
const failed = Object.entries(figures.benchmarks).filter(([, { error }]) => error)
if (failed.length > 0) {
  console.error(`Not stored: ${failed.map(([name, { error }]) => `${name} failed (${error})`).join(', ')}.`)
  process.exit(1)
}
writeFileSync('bench/figures.json', `${JSON.stringify(figures, null, 2)}\n`)
writeFileSync('README.md', withTable(readFileSync('README.md', 'utf8'), tableOf(figures)))
