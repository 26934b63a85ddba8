// The measurements of one app, and their text for Prometheus. Each app has a registry of its own.
import type prom from 'prom-client'
import type { Config } from '../config.ts'
import type { OnStatement } from '../db/statement-timing.ts'
import { methodLabel, operationLabel } from './labels.ts'

type Library = typeof prom

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const statementBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1]

/** What a number comes from when it is read. */
type Values = () => Iterable<readonly [labels: Record<string, string>, value: number]>

export interface Reading {
  name: string
  help: string
  labels?: string[]
  values: Values
}

export interface Requests {
  method: string
  route: string
  status: number
  count: number
}

export class Metrics {
  readonly contentType: string
  readonly #prom: Library
  readonly #registry: prom.Registry
  readonly #durations: prom.Histogram<'method' | 'route'>
  readonly #statements: prom.Histogram<'operation'>
  readonly #requests = new Map<string, Requests>()
  readonly #sources: (() => Promise<void>)[] = []
  readonly #onClose: (() => void)[] = []

  constructor(library: Library) {
    this.#prom = library
    this.#registry = new library.Registry()
    this.contentType = this.#registry.contentType
    const registers = [this.#registry]
    this.#durations = new library.Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time until the response was ready, of requests that the public cache did not serve without routing.',
      labelNames: ['method', 'route'],
      buckets: requestBuckets,
      registers,
    })
    this.#statements = new library.Histogram({
      name: 'database_statement_duration_seconds',
      help: 'Time of database statements, with the time they waited for a lock.',
      labelNames: ['operation'],
      buckets: statementBuckets,
      registers,
    })
  }

  /** @param route a pattern, never a path. */
  request(request: { method: string; route: string; status: number }, seconds: number): void {
    const { route, status } = request
    const method = methodLabel(request.method)
    this.#durations.observe({ method, route }, seconds)
    const key = `${method} ${status} ${route}`
    const requests = this.#requests.get(key) ?? { method, route, status, count: 0 }
    requests.count++
    this.#requests.set(key, requests)
  }

  /** What `request` has counted. */
  get requests(): Iterable<Requests> {
    return this.#requests.values()
  }

  readonly statement: OnStatement = (sql, seconds) => {
    this.#statements.observe({ operation: operationLabel(sql) }, seconds)
  }

  /** A total that something else counts. Its name ends with `_total`. */
  counter(reading: Reading): void {
    this.#add(reading, this.#prom.Counter, (counter, labels, value) => counter.inc(labels, value))
  }

  gauge(reading: Reading): void {
    this.#add(reading, this.#prom.Gauge, (gauge, labels, value) => gauge.set(labels, value))
  }

  /** Reads what the next text needs before it is written. Must not throw. */
  source(read: () => Promise<void>): void {
    this.#sources.push(read)
  }

  onClose(end: () => void): void {
    this.#onClose.push(end)
  }

  async text(): Promise<string> {
    await Promise.all(this.#sources.map((read) => read()))
    return this.#registry.metrics()
  }

  close(): void {
    for (const end of this.#onClose.splice(0)) end()
  }

  #add<Kind extends prom.Counter | prom.Gauge>(
    { name, help, labels = [], values }: Reading,
    kind: new (settings: prom.CounterConfiguration<string>) => Kind,
    write: (metric: Kind, labels: Record<string, string>, value: number) => void,
  ): void {
    const metric = new kind({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        metric.reset()
        // Without labels a reset leaves a 0, which would be wrong where there is no value.
        if (labels.length === 0) metric.remove()
        for (const [labelled, value] of values()) write(metric, labelled, value)
      },
    })
  }
}

/** The library is loaded only where it is needed: it takes a tenth of a start. @returns null while metrics are off. */
export async function openMetrics({ metricsToken }: Config): Promise<Metrics | null> {
  if (metricsToken === null) return null
  const { default: library } = await import('prom-client')
  return new Metrics(library)
}
