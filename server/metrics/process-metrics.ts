// Memory, processor time and event-loop delay of the process, and the memory of those it has started. Names are those
// that dashboards for Node.js expect.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AppContext } from '../context.ts'
import { residentBytes } from '../images/worker-command.ts'
import type { Metrics } from './metrics.ts'

/** Milliseconds between two looks at the clock. */
const resolution = 20

export function measureProcess(metrics: Metrics, { images }: AppContext): void {
  metrics.counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    values: () => {
      const { user, system } = process.cpuUsage()
      return [[{}, (user + system) / 1e6]]
    },
  })
  metrics.gauge({
    name: 'process_start_time_seconds',
    help: 'Start of the process in seconds since 1970.',
    values: () => [[{}, performance.timeOrigin / 1000]],
  })
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    values: () => [[{}, process.memoryUsage.rss()]],
  })
  metrics.gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'JavaScript heap in use.',
    values: () => [[{}, process.memoryUsage().heapUsed]],
  })
  metrics.gauge({
    name: 'child_process_resident_memory_bytes',
    help: 'Memory of processes that this one has started; 0 while they are not running (and on systems other than Linux).',
    labels: ['process'],
    values: () => [[{ process: 'image-worker' }, memoryOf(images.worker.pid)]],
  })
  measureEventLoop(metrics)
}

function memoryOf(pid: number | null): number {
  return pid === null ? 0 : residentBytes(pid)
}

function measureEventLoop(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  metrics.onClose(() => delay.disable())
  const read = { mean: 0, p50: 0, p99: 0, max: 0 }
  metrics.source(async () => {
    // What was measured is the time between two looks.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000) || 0
    read.mean = seconds(delay.mean)
    read.p50 = seconds(delay.percentile(50))
    read.p99 = seconds(delay.percentile(99))
    read.max = seconds(delay.max)
    delay.reset()
  })
  for (const statistic of ['mean', 'p50', 'p99', 'max'] as const)
    metrics.gauge({
      name: `nodejs_eventloop_lag_${statistic}_seconds`,
      help: `Delay of the event loop since the last reading (${statistic}).`,
      values: () => [[{}, read[statistic]]],
    })
}
