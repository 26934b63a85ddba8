// Runs every benchmark, or those named: npm run bench -- bytes start
import { backup } from './backup.ts'
import { bytes } from './bytes.ts'
import { enumeration } from './enumeration.ts'
import { images } from './images.ts'
import { interaction } from './interaction.ts'
import { lighthouse } from './lighthouse.ts'
import { memory } from './memory.ts'
import { scale } from './scale.ts'
import { start } from './start.ts'
import { throughput } from './throughput.ts'
import { uncached } from './uncached.ts'

const all: Record<string, () => Promise<void>> = {
  throughput,
  uncached,
  start,
  memory,
  bytes,
  enumeration,
  images,
  backup,
  interaction,
  lighthouse,
  scale,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
for (const [name, run] of Object.entries(all)) {
  if (named.length > 0 && !named.includes(name)) continue
  console.log(`\n${name}`)
  await run()
}
process.exit()
