// The figures of a run: printed one a line while they are measured, and collected for `--json`.
import { cpus, totalmem } from 'node:os'

export interface Goal {
  text: string
  met: boolean
}

/** One figure as `--json` prints it. */
export interface Figure {
  /** What the figures belong to where a benchmark measures the same in several places; otherwise not there. */
  section?: string
  name: string
  /** As it is printed, with its unit. */
  value: string
  goal?: string
  met?: boolean
}

/** What one benchmark measured, and where. */
export interface BenchmarkReport {
  /** Date of the run, UTC. */
  date: string
  machine: { cores: number; memory: string; processor: string; platform: string; node: string }
  figures: Figure[]
  /** Why it did not get to its end; otherwise not there. */
  error?: string
}

/** With `--json` standard output is for the document alone. */
export const isJson = process.argv.includes('--json')

let current: BenchmarkReport | null = null
let section: string | null = null

export function print(line: string): void {
  if (isJson) console.error(line)
  else console.log(line)
}

/** From here on figures are those of this benchmark, until the next call. */
export function beginReport(): BenchmarkReport {
  section = null
  current = {
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cores: cpus().length,
      memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
      processor: cpus()[0]?.model ?? 'unknown',
      platform: `${process.platform} ${process.arch}`,
      node: process.version,
    },
    figures: [],
  }
  return current
}

/** A heading: the figures after it belong to this part of the benchmark. */
export function beginSection(name: string, explanation = ''): void {
  section = name
  print(`  ${name}${explanation}`)
}

export function figure(name: string, value: string, goal?: Goal): void {
  const outcome = goal ? `   ${goal.met ? 'ok' : 'MISSED'} (${goal.text})` : ''
  print(`  ${name.padEnd(52)} ${value.padStart(14)}${outcome}`)
  if (goal && !goal.met) process.exitCode = 1
  current?.figures.push({
    ...(section === null ? {} : { section }),
    name: name.trim(),
    value,
    ...(goal ? { goal: goal.text, met: goal.met } : {}),
  })
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
