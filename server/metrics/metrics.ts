// The measurements of one app, and their text for Prometheus. Each app has a registry of its own. Every label is one of a
// few values, so that no client can make the series grow.
import type prom from 'prom-client'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { mailQueue } from '../mail/outbox.ts'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The emails that wait in the database; null while it does not respond. */
type Mail = Awaited<ReturnType<typeof readMail>>

/** What the parts of an app tell when the metrics are read; undefined where there is no value at this moment. */
interface Reading {
  help: string
  read(context: AppContext, mail: Mail): number | undefined
}

const readings: Record<string, Reading> = {
  mail_server_in_trouble: {
    help: 'Whether the last attempts to send email failed because of the mail server.',
    read: ({ jobs }) => (jobs.isInTrouble(mailQueue) ? 1 : 0),
  },
  database_up: {
    help: 'Whether the database responded when these metrics were read.',
    read: (_, mail) => (mail ? 1 : 0),
  },
  // The queue is in the database: every instance tells the same. Without the database nothing is told of it.
  mail_queue_emails: { help: 'Emails that wait to be sent.', read: (_, mail) => mail?.waiting },
  mail_queue_oldest_age_seconds: {
    help: 'How long the oldest waiting email has been waiting; 0 when none waits.',
    read: ({ now }, mail) =>
      mail ? Math.max(0, now().getTime() - Date.parse(mail.oldest ?? now().toISOString())) / 1000 : undefined,
  },
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export class Metrics {
  readonly #registry: prom.Registry
  readonly #requests: prom.Counter
  readonly #durations: prom.Histogram
  readonly #gauges: [prom.Gauge, Reading][]

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
    this.#gauges = Object.entries(readings).map(([name, reading]) => [
      new library.Gauge({ name, help: reading.help, registers }),
      reading,
    ])
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async text(context: AppContext): Promise<string> {
    const mail = await readMail(context)
    for (const [gauge, { read }] of this.#gauges) {
      const value = read(context, mail)
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    }
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

/** @returns null while the database does not respond */
async function readMail({ db }: AppContext) {
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
