// The memory of a process and everything it started, sampled from /proc.
import { readFileSync } from 'node:fs'

/** Milliseconds. */
const interval = 100

/**
 * Mebibytes resident in the process and its descendants now. Pages of a file that several have mapped, such as the
 * program itself, are in memory once: of each file the process counts that has most of it.
 */
export function residentMiB(pid: number): number {
  const files = new Map<string, number>()
  let own = 0
  for (const each of treeOf(pid))
    for (const [file, kibibytes] of mappingsOf(each)) {
      if (file === null) own += kibibytes
      else files.set(file, Math.max(files.get(file) ?? 0, kibibytes))
    }
  return Math.round([...files.values()].reduce((sum, kibibytes) => sum + kibibytes, own) / 1024)
}

/** The largest `residentMiB` while the work is done. */
export async function peakMiB(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, residentMiB(pid))
  }
  const timer = setInterval(sample, interval)
  await work()
  sample()
  clearInterval(timer)
  return peak
}

function treeOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(treeOf)]
}

/** Kibibytes of a process by file: unchanged pages under the file's name, all others under null. */
function mappingsOf(pid: number): Map<string | null, number> {
  const sums = new Map<string | null, number>()
  const add = (file: string | null, kibibytes: number) => sums.set(file, (sums.get(file) ?? 0) + kibibytes)
  let file: string | null = null
  let resident = 0
  for (const line of read(`/proc/${pid}/smaps`).split('\n')) {
    const [, path] = /^[\da-f]+-[\da-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line) ?? []
    if (path !== undefined) file = path.startsWith('/') ? path : null
    const [, name, value] = /^(Rss|Anonymous):\s+(\d+) kB$/.exec(line) ?? []
    if (name === 'Rss') resident = Number(value)
    if (name !== 'Anonymous') continue
    add(null, Number(value))
    add(file, resident - Number(value))
  }
  return sums
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
