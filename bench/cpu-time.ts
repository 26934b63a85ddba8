// CPU time of this process and of a database server next to it. On a shared machine it says more than the clock.
import { readFileSync } from 'node:fs'

/** Milliseconds of CPU since they began, of this process and of a process tree with what has ended in it. */
export type CpuClock = () => number

/** Milliseconds of one tick of the kernel's accounting: measure for some hundreds of milliseconds at least. */
const tick = 10

/** @param server pid of the database server's first process, or null without one */
export function cpuClock(server: number | null): CpuClock {
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + (server === null ? 0 : treeCpu(server))
  }
}

/** Milliseconds of CPU that a process and everything it started have used since they began. */
export function treeCpu(pid: number): number {
  return treeTicks(pid) * tick
}

function treeTicks(pid: number): number {
  // The fields behind the name, which may hold blanks: 11 to 14 are utime, stime, cutime and cstime.
  const [, stat = ''] = read(`/proc/${pid}/stat`).split(/\) (?=\S )/)
  const fields = stat.split(' ').slice(11, 15).map(Number)
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  return [...fields, ...children.map(treeTicks)].reduce((sum, ticks) => sum + ticks, 0)
}

/** A process that has just ended counts nothing: its parent counts what it has used. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
