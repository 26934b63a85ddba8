// npm test: what every change must pass. With --full also what takes longer: every test on both databases, real processes,
// faults, and many widths, themes and alterations. Ends with the time of each part.
import { execSync } from 'node:child_process'

const parts = [
  ['check', 'npm run check --silent'],
  ['without a browser', 'vitest run --project unit --project api --project postgres'],
  ['journeys', 'playwright test --project journeys'],
]
const full = [
  ['both databases, processes', 'vitest run --project full --project full-postgres'],
  ['matrices', 'playwright test --project full'],
  ['faults', 'vitest run --project faults'],
]

const times = []
for (const [name, command] of process.argv.includes('--full') ? [...parts, ...full] : parts) {
  const began = performance.now()
  execSync(command, { stdio: ['ignore', 'inherit', 'inherit'] })
  times.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`)
}
console.log(`\nTime: ${times.join(', ')}`)
