// npm run bench [-- NAME ...]: runs every benchmark, or those named, and prints their figures as a table in Markdown.
import { cpus } from 'node:os'
import { bytes } from './bytes.ts'
import { lighthouse } from './lighthouse.ts'
import { lists } from './lists.ts'
import type { Benchmark } from './measure.ts'
import { memory } from './memory.ts'
import { start } from './start.ts'
import { throughput } from './throughput.ts'

const all: Record<string, Benchmark> = { start, memory, bytes, throughput, lists, lighthouse }

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}

const processors = cpus()
const date = new Date().toISOString().slice(0, 10)
console.log(
  `Measured on ${date}, ${processors.length} cores of ${processors[0]?.model}, Node ${process.version}\n`,
)
console.log('| What | Measured | Goal |\n|---|---:|---|')
for (const [name, run] of Object.entries(all)) {
  if (named.length > 0 && !named.includes(name)) continue
  try {
    for await (const { what, value, unit = '', atMost, atLeast } of run()) {
      const isMet = value <= (atMost ?? value) && value >= (atLeast ?? value)
      if (!isMet) process.exitCode = 1
      const goal =
        atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : ''
      const shown = value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
      console.log(`| ${what} | ${shown}${unit && ` ${unit}`} | ${goal}${isMet ? '' : ' **missed**'} |`)
    }
  } catch (error) {
    // The others are measured all the same.
    console.error(name, error)
    process.exitCode = 1
  }
}
process.exit()
