// What several benchmarks need: their shape, the running product, and the memory and CPU time of its processes.
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { startServer } from '../tests/support/server-process.ts'

export interface Figure {
  what: string
  value: number
  unit?: string
  /** The goal. */
  atMost?: number
  atLeast?: number
}

export type Benchmark = () => AsyncGenerator<Figure>

/**
 * The built product with its demo content, once all images of that are made; ended and removed at the end of the block.
 * @returns `env` starts it again on the same data
 */
export async function startMeasured(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const env = { DATA_DIR: dataDir, DEMO_CONTENT: 'on', THROTTLE: 'off', ...settings }
  const server = await startServer(env)
  await imagesMade(join(dataDir, 'uploads'))
  return {
    server,
    env,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** MiB resident of a process, with what the processes it started hold of their own: they run the same files. */
export function memoryOf(pid: number): number {
  const kibibytes = processesOf(pid).map((one) => {
    const name = one === pid ? 'Rss' : 'Anonymous'
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0)
  })
  return sum(kibibytes) / 1024
}

/** Milliseconds of CPU that processes and all that they started have used so far. */
export function cpuTimeOf(...pids: number[]): number {
  const ticks = [...new Set(pids.flatMap(processesOf))].flatMap((one) => {
    // The fields after the name, which may hold blanks: 11 to 14 are utime, stime, cutime and cstime.
    const [, fields = ''] = read(`/proc/${one}/stat`).split(/\) (?=\S )/)
    return fields.split(' ').slice(11, 15).map(Number)
  })
  return sum(ticks) * 10
}

function processesOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(processesOf)]
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** A process that has just ended counts nothing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Waits until every WebP file has its AVIF file, which the server makes in the background. */
async function imagesMade(uploads: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const files = await readdir(uploads, { recursive: true })
    const made = (format: string) => files.filter((file) => file.endsWith(format)).length
    if (made('.avif') === made('.webp')) return
    await rest(100)
  }
  throw new Error('the images were not made in two minutes')
}
