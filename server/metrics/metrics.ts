// The measurements of one app, and their text for Prometheus. Each app has a registry of its own. Every label is one of a
// few values, so that no client can make the series grow.
import type prom from 'prom-client'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { OnStatement } from '../db/time-limit.ts'
import { residentBytes } from '../images/worker-command.ts'
import { mailQueue } from '../mail/outbox.ts'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const statementBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1]

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const operations = new Set(['select', 'insert', 'update', 'delete'])

/** What the public cache had for a request; `direct` is a hit without routing. */
export type CacheResult = 'direct' | 'hit' | 'miss'

export class Metrics {
  readonly #prom: typeof prom
  readonly #registry: prom.Registry
  readonly #requests: prom.Counter
  readonly #durations: prom.Histogram
  readonly #statements: prom.Histogram
  readonly #cached: prom.Counter

  constructor(library: typeof prom) {
    this.#prom = library
    this.#registry = new library.Registry()
    const registers = [this.#registry]
    library.collectDefaultMetrics({ register: this.#registry })
    this.#requests = new library.Counter({
      name: 'http_requests_total',
      help: 'Requests, those served by the public cache included.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
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
    this.#cached = new library.Counter({
      name: 'public_cache_requests_total',
      help: 'Requests of cached routes by what the cache had: direct is a hit without routing.',
      labelNames: ['result'],
      registers,
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** @param route a pattern, never a path @param seconds not given for what the cache has sent without routing */
  request(request: { method: string; route: string; status: number }, seconds?: number): void {
    const { route, status } = request
    const method = methods.has(request.method) ? request.method : 'other'
    this.#requests.inc({ method, route, status })
    if (seconds !== undefined) this.#durations.observe({ method, route }, seconds)
  }

  cached(result: CacheResult): void {
    this.#cached.inc({ result })
  }

  readonly statement: OnStatement = (sql, seconds) => {
    const word = /^\s*(\w+)/.exec(sql.slice(0, 40))?.[1]?.toLowerCase() ?? ''
    this.#statements.observe({ operation: operations.has(word) ? word : 'other' }, seconds)
  }

  /** What the parts of an app count themselves, read with the other metrics. To be called once for each app. */
  measure(context: AppContext): void {
    const { images, jobs } = context
    this.#total('image_jobs_total', 'Image jobs that ended.', 'outcome', () => ({
      done: images.jobs.done,
      failed: images.jobs.failed,
    }))
    this.#gauge('image_jobs_waiting', 'Image jobs that wait for their turn.', () => images.waiting)
    this.#gauge(
      'image_avif_waiting',
      'Images whose AVIF files are not made yet.',
      () => images.waitingForAvif,
    )
    this.#gauge(
      'image_worker_resident_memory_bytes',
      'Memory of the process for images; 0 while it is not running, and on systems other than Linux.',
      () => (images.worker.pid === null ? 0 : residentBytes(images.worker.pid)),
    )
    this.#gauge(
      'mail_server_in_trouble',
      'Whether the last attempts to send email failed because of the mail server.',
      () => (jobs.isInTrouble(mailQueue) ? 1 : 0),
    )
    this.#gauge('database_up', 'Whether the database responded when these metrics were read.', async () =>
      (await mailOf(context)) ? 1 : 0,
    )
    // The queue is in the database: every instance tells the same. Without the database nothing is told of it.
    this.#gauge(
      'mail_queue_emails',
      'Emails that wait to be sent.',
      async () => (await mailOf(context))?.waiting,
    )
    this.#gauge(
      'mail_queue_oldest_age_seconds',
      'How long the oldest waiting email has been waiting; 0 when none waits.',
      async () => {
        const mail = await mailOf(context)
        if (!mail) return undefined
        return mail.oldest === null
          ? 0
          : Math.max(0, context.now().getTime() - Date.parse(mail.oldest)) / 1000
      },
    )
  }

  /** @param read undefined where there is no value at this moment */
  #gauge(name: string, help: string, read: () => Promise<number | undefined> | number | undefined): void {
    const gauge = new this.#prom.Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read()
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }

  #total(name: string, help: string, label: string, read: () => Record<string, number>): void {
    const counter = new this.#prom.Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        counter.reset()
        for (const [value, total] of Object.entries(read())) counter.inc({ [label]: value }, total)
      },
    })
  }
}

/** @returns null while the database does not respond */
async function mailOf({ db }: AppContext) {
  try {
    return await db
      .selectFrom('jobs')
      .where('queue', '=', mailQueue)
      .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow()
  } catch {
    return null
  }
}

/** The library is loaded only where it is needed: it takes a tenth of a start. @returns null while metrics are off. */
export async function openMetrics({ metricsToken }: Config): Promise<Metrics | null> {
  if (metricsToken === null) return null
  const { default: library } = await import('prom-client')
  return new Metrics(library)
}
