// Runs the jobs: claims what is due, several at a time, and records what became of each.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { withTimeLimit } from '../db/connect.ts'
import type { JobRow } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { within } from '../time.ts'
import {
  addRecurring,
  claimDue,
  claimOne,
  failInterrupted,
  JobFailure,
  type JobKinds,
  type JobResult,
  makeRetriesDue,
  recordFailure,
  recordResult,
  releaseClaims,
  renewClaims,
} from './jobs.ts'

/** Milliseconds. */
const pollInterval = 5_000
/** For one statement: a cleanup job may have a year's rows to remove. */
const statementLimit = 60_000
/** Between two attempts to record what became of a job. */
const recordInterval = 1_000
/** That a stop waits for what is being run, which has been told; and for the rows, as the database may not respond. */
const stopTimeout = 6_000
const rowsTimeout = 500
/** Between two attempts of a queue: while its server is away, and while it rejects us: mail servers ban clients that keep trying. */
const firstPause = 5_000
const longestPause = { away: 60_000, rejects: 10 * 60_000 }

interface Running {
  queue: string
  /** It has been done, and waits for the database to record that: its slot is free. */
  isDone: boolean
  /** What the job has for the request that waits for it. */
  outcome: Promise<string | undefined>
}

/** The state of the jobs in one app while it runs. The jobs themselves are rows. */
export class Jobs {
  readonly kinds: JobKinds
  /** How many jobs of each queue run at once. */
  readonly slots: Readonly<Record<string, number>>
  /** Claims of this process have it. */
  readonly instance = newId()
  /** By id of the job. */
  readonly running = new Map<string, Running>()
  /** Aborted by a stop. */
  stop = new AbortController()
  /** By queue. */
  readonly #troubles = new Map<string, { since: number; pause: number }>()
  readonly #successes = new Map<string, number>()

  constructor(kinds: JobKinds, slots: Readonly<Record<string, number>>) {
    this.kinds = kinds
    this.slots = slots
    this.stop.abort()
  }

  runningIn(queue: string): Running[] {
    return [...this.running.values()].filter((job) => job.queue === queue && !job.isDone)
  }

  isInTrouble(queue: string): boolean {
    return this.#troubles.has(queue)
  }

  /** How many jobs may be started now. */
  freeSlots(queue: string, now: number): number {
    const trouble = this.#troubles.get(queue)
    const free = (trouble ? 1 : (this.slots[queue] ?? 0)) - this.runningIn(queue).length
    // A clock that was set back must not delay them.
    if (trouble && now < trouble.since + trouble.pause && now >= trouble.since) return 0
    return Math.max(0, free)
  }

  /**
   * @param started when the attempt began
   * @returns milliseconds until the next attempt; undefined where another one has succeeded since this one began
   */
  serverFailed(queue: string, how: 'away' | 'rejects', started: number, now: number): number | undefined {
    const trouble = this.#troubles.get(queue)
    const success = this.#successes.get(queue) ?? Number.NEGATIVE_INFINITY
    if (success >= started && success <= now) return undefined
    // Attempts that ran at the same time failed for one reason.
    if (trouble && started < trouble.since) return trouble.pause
    const pause = Math.min(trouble ? trouble.pause * 2 : firstPause, longestPause[how])
    this.#troubles.set(queue, { since: now, pause })
    return pause
  }

  /** @returns whether it was in trouble until now */
  serverWorked(queue: string, now: number): boolean {
    this.#successes.set(queue, now)
    return this.#troubles.delete(queue)
  }
}

/**
 * Runs jobs until the returned function is called. That one starts no more, tells those that run, and releases what could
 * not be ended for the next process.
 */
export function runJobs(
  context: AppContext,
  queues: readonly string[] = Object.keys(context.jobs.slots),
): () => Promise<void> {
  const { jobs } = context
  jobs.stop = new AbortController()
  let isFirst = true
  const run = async () => {
    if (isFirst) await addRecurring(context)
    await renewClaims(context)
    // With SQLite no other server uses the database: it is locked (db/migrate.ts).
    await failInterrupted(context, isFirst && !context.config.databaseUrl)
    isFirst = false
    // A run ends with the first failure of the database: the next poll tries again.
    for (const queue of queues) if (!jobs.stop.signal.aborted) await startDue(context, queue)
  }
  let running: Promise<void> | null = null
  let isWanted = false
  const poll = () => {
    if (jobs.stop.signal.aborted) return
    // The run under way may have read the rows before.
    isWanted = running !== null
    running ??= withTimeLimit(statementLimit, run)
      .catch((error) => {
        isWanted = false
        context.log.onceAMinute('jobs')?.error({ event: 'jobs.failed', err: error }, 'jobs were not run')
      })
      .then(() => {
        running = null
        if (isWanted) poll()
      })
  }
  const release = () =>
    releaseClaims(context).catch((error) =>
      context.log.error({ event: 'jobs.failed', err: error }, 'jobs were not released'),
    )
  const timer = setInterval(poll, pollInterval)
  // What a request has queued does not have its time limit.
  const pollOutside = AsyncLocalStorage.bind(poll)
  context.changes.on('jobs', pollOutside)
  poll()
  return async () => {
    jobs.stop.abort()
    clearInterval(timer)
    context.changes.off('jobs', pollOutside)
    const looked = running ?? Promise.resolve()
    await within(rowsTimeout, looked)
    await within(stopTimeout, Promise.all(jobs.running.values().map(({ outcome }) => outcome)))
    await within(2 * rowsTimeout, looked.then(release))
  }
}

/**
 * Runs one job now, due or not, unless another process runs it, or waits for the run under way: what became of it is in the
 * rows then.
 * @returns the value of its result
 */
export async function runJob(context: AppContext, id: string): Promise<string | undefined> {
  const { jobs } = context
  const underWay = jobs.running.get(id)
  if (underWay || jobs.stop.signal.aborted) return underWay?.outcome
  const job = await claimOne(context, id)
  return job && start(context, job)
}

/** The server that all jobs of a queue need works: everything that waits for it is due at once. */
export async function serverWorks(context: AppContext, db: AppContext['db'], queue: string): Promise<void> {
  if (!context.jobs.serverWorked(queue, context.now().getTime())) return
  await makeRetriesDue(context, db, queue)
}

/** Starts as many jobs of a queue as it has free slots. */
export async function startDue(context: AppContext, queue: string): Promise<void> {
  const { jobs } = context
  const free = jobs.freeSlots(queue, context.now().getTime())
  if (free === 0) return
  const due = await claimDue(context, queue, free)
  // What was claimed while the server began to stop is released.
  if (!jobs.stop.signal.aborted) for (const job of due) void start(context, job)
}

function start(context: AppContext, job: JobRow): Promise<string | undefined> {
  const { jobs, changes } = context
  const outcome = withTimeLimit(statementLimit, () => attempt(context, job)).finally(() => {
    jobs.running.delete(job.id)
    // The next one gets its slot.
    changes.emit('jobs')
  })
  jobs.running.set(job.id, { queue: job.queue, isDone: false, outcome })
  return outcome
}

/** Never throws. */
async function attempt(context: AppContext, job: JobRow): Promise<string | undefined> {
  const { jobs, log } = context
  const started = context.now().getTime()
  let result: JobResult
  try {
    // A kind of an older version has nothing to do.
    result = (await jobs.kinds[job.kind]?.run(context, job, jobs.stop.signal)) ?? {}
  } catch (error) {
    if (jobs.stop.signal.aborted) return undefined
    const isExpected = error instanceof JobFailure
    const failure = isExpected ? error : new JobFailure('It failed; the log says why.', { cause: error })
    if (!isExpected)
      log.error({ event: 'job.failed', err: error, kind: job.kind, jobId: job.id }, 'a job failed')
    const { server } = failure.options
    if (server) failure.options.pause = jobs.serverFailed(job.queue, server, started, context.now().getTime())
    await record(context, job, () => recordFailure(context, job, failure))
    return undefined
  }
  await record(context, job, () => recordResult(context, job, result))
  return result.value
}

/**
 * A job that was done must not be done again because the disk is full or the database is away: this repeats until the
 * process ends. The log says once that outcomes could not be recorded, however many, and once that all are.
 */
async function record({ jobs, log }: AppContext, job: JobRow, work: () => Promise<void>): Promise<void> {
  const isAnyDone = () => [...jobs.running.values()].some(({ isDone }) => isDone)
  const own = jobs.running.get(job.id)
  for (;;)
    try {
      await work()
      break
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isAnyDone())
        log.error({ event: 'jobs.not-recorded', jobId: job.id, kind: job.kind, reason }, 'job not recorded')
      if (jobs.stop.signal.aborted) return
      if (own) own.isDone = true
      await rest(recordInterval, undefined, { ref: false })
    }
  if (!own?.isDone) return
  own.isDone = false
  if (!isAnyDone()) log.info({ event: 'jobs.recorded' }, 'all outcomes of jobs are recorded')
}
