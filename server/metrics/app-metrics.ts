// What the parts of an app count themselves, read when the metrics are.
import type { AppContext } from '../context.ts'
import { mailQueue } from '../mail/outbox.ts'
import type { Metrics } from './metrics.ts'
import { measureProcess } from './process-metrics.ts'

/** What is read of the public cache. */
export interface MeasuredCache {
  readonly bytes: number
  readonly counts: {
    readonly hits: number
    readonly misses: number
    readonly direct: readonly {
      route: string
      status: number
      get: number
      head: number
      getNotModified: number
      headNotModified: number
      bytes: number
      requests: number
    }[]
  }
}

/** To be called once for each app. */
export function measureApp(metrics: Metrics, context: AppContext, cache: MeasuredCache): void {
  measureRequests(metrics, cache)
  measureImages(metrics, context)
  metrics.gauge({
    name: 'visit_clients',
    help: 'Clients and networks whose page views of the last minute are limited.',
    values: () => [[{}, context.visits.clients]],
  })
  measureMail(metrics, context)
  measureProcess(metrics, context)
}

function measureRequests(metrics: Metrics, cache: MeasuredCache): void {
  metrics.counter({
    name: 'http_requests_total',
    help: 'Requests, those served by the public cache included.',
    labels: ['method', 'route', 'status'],
    *values() {
      for (const { method, route, status, count } of metrics.requests)
        yield [{ method, route, status: `${status}` }, count]
      for (const { route, status, get, head, getNotModified, headNotModified } of cache.counts.direct) {
        yield [{ method: 'GET', route, status: `${status}` }, get]
        yield [{ method: 'HEAD', route, status: `${status}` }, head]
        yield [{ method: 'GET', route, status: '304' }, getNotModified]
        yield [{ method: 'HEAD', route, status: '304' }, headNotModified]
      }
    },
  })
  const total = (of: 'requests' | 'bytes') => cache.counts.direct.reduce((sum, one) => sum + one[of], 0)
  metrics.counter({
    name: 'public_cache_requests_total',
    help: 'Requests of cached routes by what the cache had: direct is a hit without routing.',
    labels: ['result'],
    values: () => [
      [{ result: 'direct' }, total('requests')],
      [{ result: 'hit' }, cache.counts.hits],
      [{ result: 'miss' }, cache.counts.misses],
    ],
  })
  metrics.counter({
    name: 'public_cache_direct_bytes_total',
    help: 'Bytes of bodies sent by the cache without routing.',
    values: () => [[{}, total('bytes')]],
  })
  metrics.gauge({
    name: 'public_cache_held_bytes',
    help: 'Bytes that the cache holds, as counted against its bounds.',
    values: () => [[{}, cache.bytes]],
  })
}

function measureImages(metrics: Metrics, { images }: AppContext): void {
  metrics.counter({
    name: 'image_jobs_total',
    help: 'Image jobs that ended.',
    labels: ['outcome'],
    values: () => [
      [{ outcome: 'done' }, images.jobs.done],
      [{ outcome: 'failed' }, images.jobs.failed],
    ],
  })
  metrics.counter({
    name: 'image_job_seconds_total',
    help: 'Time that image jobs took, without their wait.',
    values: () => [[{}, images.jobs.seconds]],
  })
  metrics.gauge({
    name: 'image_jobs_waiting',
    help: 'Image jobs that wait for their turn.',
    values: () => [[{}, images.waiting]],
  })
  metrics.gauge({
    name: 'image_avif_waiting',
    help: 'Images whose AVIF files are not made yet.',
    values: () => [[{}, images.waitingForAvif]],
  })
}

/** The queue is in the database: every instance tells the same. Without the database nothing is told of the queue. */
function measureMail(metrics: Metrics, context: AppContext): void {
  let queue: { waiting: number; oldest: string | null } | null = null
  metrics.source(async () => {
    queue = await readQueue(context).catch(() => null)
  })
  metrics.gauge({
    name: 'database_up',
    help: 'Whether the database responded when these metrics were read.',
    values: () => [[{}, queue ? 1 : 0]],
  })
  metrics.gauge({
    name: 'mail_queue_emails',
    help: 'Emails that wait to be sent.',
    *values() {
      if (queue) yield [{}, queue.waiting]
    },
  })
  metrics.gauge({
    name: 'mail_queue_oldest_age_seconds',
    help: 'How long the oldest waiting email has been waiting; 0 when none waits.',
    *values() {
      if (!queue) return
      const age = queue.oldest === null ? 0 : context.now().getTime() - Date.parse(queue.oldest)
      yield [{}, Math.max(0, age / 1000)]
    },
  })
  metrics.gauge({
    name: 'mail_server_in_trouble',
    help: 'Whether the last attempts to send email failed because of the mail server.',
    values: () => [[{}, context.jobs.isInTrouble(mailQueue) ? 1 : 0]],
  })
}

async function readQueue({ db }: AppContext) {
  return db
    .selectFrom('jobs')
    .where('queue', '=', mailQueue)
    .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
}
