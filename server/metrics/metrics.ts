// The measurements of one app, and their text for Prometheus. Each app has a registry of its own. Every label is one of a
// few values, so that no client can make the series grow.
import type prom from 'prom-client'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { mailQueue } from '../mail/outbox.ts'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const gauges = {
  mail_server_in_trouble: 'Whether the last attempts to send email failed because of the mail server.',
  database_up: 'Whether the database responded when these metrics were read.',
  mail_queue_emails: 'Emails that wait to be sent.',
  mail_queue_oldest_age_seconds: 'How long the oldest waiting email has been waiting; 0 when none waits.',
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export class Metrics {
  readonly #registry: prom.Registry
  readonly #requests: prom.Counter
  readonly #durations: prom.Histogram
  readonly #gauges: ReadonlyMap<string, prom.Gauge>

  constructor(library: typeof prom) {
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
    this.#gauges = new Map(
      Object.entries(gauges).map(([name, help]) => [name, new library.Gauge({ name, help, registers })]),
    )
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async text(context: AppContext): Promise<string> {
    for (const [name, value] of Object.entries(await readGauges(context)))
      if (value === undefined) this.#gauges.get(name)?.remove()
      else this.#gauges.get(name)?.set(value)
    return this.#registry.metrics()
  }

  /** @param route a pattern, never a path @param seconds not given for what the cache has sent without routing */
  request(request: { method: string; route: string; status: number }, seconds?: number): void {
    const { route, status } = request
    const method = methods.has(request.method) ? request.method : 'other'
    this.#requests.inc({ method, route, status })
    if (seconds !== undefined) this.#durations.observe({ method, route }, seconds)
  }
}

/** What the parts of an app tell when the metrics are read; undefined where there is no value at this moment. */
async function readGauges({ db, jobs, now }: AppContext) {
  // The queue is in the database: every instance tells the same. Without the database nothing is told of it.
  const readMail = async () =>
    db
      .selectFrom('jobs')
      .where('queue', '=', mailQueue)
      .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')])
      .executeTakeFirst()
  const mail = await readMail().catch(() => undefined)
  const time = now().getTime()
  const since = mail?.oldest ? Date.parse(mail.oldest) : time
  return {
    mail_server_in_trouble: jobs.isInTrouble(mailQueue) ? 1 : 0,
    database_up: mail ? 1 : 0,
    mail_queue_emails: mail?.waiting,
    mail_queue_oldest_age_seconds: mail && Math.max(0, time - since) / 1000,
  } satisfies Record<keyof typeof gauges, number | undefined>
}

/** The library is loaded only where it is needed: it takes a tenth of a start. @returns null while metrics are off. */
export async function openMetrics({ metricsToken }: Config): Promise<Metrics | null> {
  if (metricsToken === null) return null
  const { default: library } = await import('prom-client')
  return new Metrics(library)
}
