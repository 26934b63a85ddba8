// Runs every benchmark, or those named: npm run bench -- bytes start. With --json one document of all figures is printed on
// standard output, and what is read while it runs on standard error: npm run --silent bench -- --json > FILE
import { backup } from './backup.ts'
import { bytes } from './bytes.ts'
import { costs } from './costs.ts'
import { enumeration } from './enumeration.ts'
import { images } from './images.ts'
import { instances } from './instances.ts'
import { interaction } from './interaction.ts'
import { lighthouse } from './lighthouse.ts'
import { lists } from './lists.ts'
import { memory } from './memory.ts'
import { type BenchmarkReport, beginReport, isJson, print } from './report.ts'
import { start } from './start.ts'
import { throughput } from './throughput.ts'
import { uncached } from './uncached.ts'

const all: Record<string, () => Promise<void>> = {
  throughput,
  uncached,
  costs,
  start,
  memory,
  bytes,
  enumeration,
  images,
  backup,
  instances,
  interaction,
  lighthouse,
  lists,
}

const named = process.argv.slice(2).filter((name) => name !== '--json')
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
const benchmarks: Record<string, BenchmarkReport> = {}
for (const [name, run] of Object.entries(all)) {
  if (named.length > 0 && !named.includes(name)) continue
  print(`\n${name}`)
  const report = beginReport()
  benchmarks[name] = report
  try {
    await run()
  } catch (error) {
    // The others are measured all the same.
    console.error(error)
    report.error = error instanceof Error ? error.message : String(error)
    process.exitCode = 1
  }
}
// A pipe may take the document in parts.
const written = isJson
  ? new Promise<void>((resolve) =>
      process.stdout.write(`${JSON.stringify({ benchmarks }, null, 2)}\n`, () => resolve()),
    )
  : null
await written
process.exit()
