// Jobs: what a feature registers of a kind, and their SQL. They are queued in the transaction of their cause, claimed by one
// instance, ended or retried.
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { JobRow, Tables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { clockTolerance, iso } from '../time.ts'

/** A kind of job: what it does, how often it may fail, and what its failures mean. */
export interface JobKind {
  /** Jobs of one queue share its slots; none waits for a job of another queue. */
  queue: string
  /** Milliseconds between the end of a run and the next one: there is always one job of this kind. */
  every?: number
  /**
   * Milliseconds after the first failure, the second and so on; after one more the job is given up. Without it the job is
   * retried until it succeeds, with pauses that double.
   */
  pauses?: readonly number[]
  /**
   * Does the job. It may run again after a crash, also when all of it had been done.
   * @param signal aborted when the server stops: another process, or the next start, runs the job then
   * @throws JobFailure, or any other error, which is logged
   */
  run(context: AppContext, job: JobRow, signal: AbortSignal): Promise<JobResult | undefined>
  /** In the transaction that records a failure. */
  onFailed?(context: AppContext, tx: Tx, job: JobRow, failure: JobFailure, isGivenUp: boolean): Promise<void>
}

export type JobKinds = Readonly<Record<string, JobKind>>

export interface JobResult {
  /** In the transaction that ends the job; repeated until it succeeds, without running the job again. */
  record?(tx: Tx): Promise<void>
  /** When it runs again, instead of after the pause of its kind. */
  dueAt?: Date
  /** For the request that waits for this job. */
  value?: string
}

interface FailureOptions {
  cause?: unknown
  /** Milliseconds until the next attempt, instead of the pause of its kind. */
  pause?: number
  /** It is given up at once. */
  isFinal?: boolean
  /** It says nothing about the job, and does not count. */
  isUncounted?: boolean
  /**
   * The server that all jobs of the queue need is away, or rejects us. Then one job at a time is tried, with growing pauses,
   * and the first success makes all others due.
   */
  server?: 'away' | 'rejects'
}

/** `message` is one line for users. */
export class JobFailure extends Error {
  readonly options: Omit<FailureOptions, 'cause'>

  constructor(reason: string, { cause, ...options }: FailureOptions = {}) {
    super(reason, { cause })
    this.options = options
  }
}

/** The process that ran the job was killed. */
export class Interrupted extends JobFailure {
  constructor() {
    super('The server ended in the middle of it.')
  }
}

/** Milliseconds. An instance renews its claims every few seconds; one that has not for this long counts as killed. */
const lease = 60_000
/** A claim this far ahead was written by a clock that has been set back since. */
const leaseTolerance = 5 * 60_000
const firstPause = 5_000
const longestPause = 10 * 60_000

export type NewJob = Pick<JobRow, 'kind'> &
  Partial<Pick<JobRow, 'key' | 'user_id' | 'message_id'>> & {
    /** Stored as JSON. */
    data?: object
  }

/** Call it in the transaction of the cause, by `inTransaction` of the context: both are stored or neither. */
export async function enqueue(context: AppContext, db: Database, job: NewJob, afterMs = 0): Promise<string> {
  const row = rowOf(context, job, afterMs)
  await db
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  return row.id
}

function rowOf(context: AppContext, job: NewJob, afterMs: number): JobRow {
  return {
    id: newId(),
    kind: job.kind,
    queue: context.jobs.kinds[job.kind]?.queue ?? '',
    key: job.key ?? null,
    user_id: job.user_id ?? null,
    message_id: job.message_id ?? null,
    data: JSON.stringify(job.data ?? {}),
    attempts: 0,
    due_at: iso(context, afterMs),
    claim: null,
    changed_at: iso(context),
    error: null,
    created_at: iso(context),
  }
}

/** For each kind that runs again and again there is one job, with the name of the kind as its key. */
export async function addRecurring(context: AppContext): Promise<void> {
  const { db, jobs } = context
  const kinds = Object.keys(jobs.kinds).filter((kind) => jobs.kinds[kind]?.every)
  const rows = kinds.map((kind) => rowOf(context, { kind, key: kind }, 0))
  if (rows.length === 0) return
  const insert = db.insertInto('jobs').values(rows)
  await insert.onConflict((conflict) => conflict.column('key').doNothing()).execute()
}

/** The job of a kind that runs again and again, at this time instead of its own. */
export async function reschedule(
  context: AppContext,
  db: Database,
  kind: string,
  dueAt: Date,
): Promise<void> {
  const due_at = dueAt.toISOString()
  const insert = db.insertInto('jobs').values({ ...rowOf(context, { kind, key: kind }, 0), due_at })
  await insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ due_at })).execute()
}

/** Claims jobs that are due, the one that waits longest first. Of several instances one gets each. */
export async function claimDue(context: AppContext, queue: string, limit: number): Promise<JobRow[]> {
  const { db, jobs, config } = context
  let due = db
    .selectFrom('jobs')
    .select('id')
    .where('queue', '=', queue)
    .where('claim', 'is', null)
    // What was written at a time to come was written by a clock that has been set back since: its due time says nothing.
    .where((row) =>
      row.or([row('due_at', '<=', iso(context)), row('changed_at', '>', iso(context, clockTolerance))]),
    )
    .limit(limit)
  // The least tried one shows best whether the server is back.
  if (jobs.isInTrouble(queue)) due = due.orderBy('attempts')
  due = due.orderBy('due_at')
  // Its outcome is not recorded yet.
  if (jobs.running.size > 0) due = due.where('id', 'not in', [...jobs.running.keys()])
  if (config.databaseUrl) due = due.forUpdate().skipLocked()
  return db
    .with('due', () => due)
    .updateTable('jobs')
    .set(claimed(context))
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .where('claim', 'is', null)
    .returningAll()
    .execute()
}

function claimed({ jobs, ...context }: Pick<AppContext, 'jobs' | 'now'>) {
  const attempts = sql<number>`attempts + 1`
  return { claim: jobs.instance, changed_at: iso(context), attempts }
}

/** Claims one job, due or not. @returns undefined where another process runs it, or it is gone */
export async function claimOne(context: AppContext, id: string): Promise<JobRow | undefined> {
  return context.db
    .updateTable('jobs')
    .set(claimed(context))
    .where('id', '=', id)
    .where('claim', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The jobs that this instance runs are not taken over by another one. */
export async function renewClaims({ db, jobs, ...context }: AppContext): Promise<void> {
  if (jobs.running.size === 0) return
  await db
    .updateTable('jobs')
    .set({ changed_at: iso(context) })
    .where('claim', '=', jobs.instance)
    .execute()
}

/** The server stops: what it could not end is due for the next process, and was no attempt. */
export async function releaseClaims({ db, jobs, ...context }: AppContext): Promise<void> {
  await db
    .updateTable('jobs')
    .set((row) => ({ claim: null, changed_at: iso(context), attempts: row('attempts', '-', 1) }))
    .where('claim', '=', jobs.instance)
    .execute()
}

/**
 * Jobs of instances that were killed have failed.
 * @param isAlone no other instance uses the database: all that are claimed are
 */
export async function failInterrupted(context: AppContext, isAlone: boolean): Promise<void> {
  const { db, jobs } = context
  let claimed = db.selectFrom('jobs').selectAll().where('claim', 'is not', null)
  if (!isAlone)
    claimed = claimed.where((row) =>
      row.or([
        row('changed_at', '<=', iso(context, -lease)),
        row('changed_at', '>', iso(context, leaseTolerance)),
      ]),
    )
  for (const job of await claimed.execute())
    if (!jobs.running.has(job.id)) await recordFailure(context, job, new Interrupted())
}

export async function recordResult(
  context: AppContext,
  job: JobRow,
  { dueAt, record }: JobResult,
): Promise<void> {
  const { every } = context.jobs.kinds[job.kind] ?? {}
  const next = every === undefined ? null : unlessRescheduled(job, iso(context, every))
  await context.db.transaction().execute(async (tx) => {
    await end(context, tx, job, { due_at: dueAt?.toISOString() ?? next, attempts: 0, error: null })
    await record?.(tx)
  })
}

export async function recordFailure(context: AppContext, job: JobRow, failure: JobFailure): Promise<void> {
  const kind = context.jobs.kinds[job.kind]
  const { isFinal, isUncounted } = failure.options
  const pause = isFinal ? undefined : (failure.options.pause ?? pauseAfter(kind, job.attempts))
  const attempts = job.attempts - (isUncounted ? 1 : 0)
  const due_at = pause === undefined ? null : unlessRescheduled(job, iso(context, pause))
  await context.db.transaction().execute(async (tx) => {
    const isEnded = await end(context, tx, job, { due_at, attempts, error: failure.message })
    if (isEnded) await kind?.onFailed?.(context, tx, job, failure, due_at === null)
  })
}

/**
 * Ends an attempt: the job runs again when it is due, or, with null, never.
 * @returns false where it was replaced or deleted since, or another instance has recorded that this one was killed
 */
async function end(
  context: AppContext,
  tx: Tx,
  job: JobRow,
  { due_at, ...values }: Pick<JobRow, 'attempts' | 'error'> & { due_at: string | Expression<string> | null },
): Promise<boolean> {
  const released = { ...values, claim: null, changed_at: iso(context) }
  const query =
    due_at === null
      ? tx.deleteFrom('jobs').where(isClaimed(job)).returning('id')
      : tx
          .updateTable('jobs')
          .set({ ...released, due_at })
          .where(isClaimed(job))
          .returning('id')
  return (await query.executeTakeFirst()) !== undefined
}

/** What was scheduled during a run stays: the run may have read the rows before. */
function unlessRescheduled(job: JobRow, dueAt: string): Expression<string> {
  return sql<string>`case when due_at = ${job.due_at} then ${dueAt} else due_at end`
}

/** An instance that lost its claim must not change what another one does. */
function isClaimed({ id, claim }: JobRow) {
  return (row: ExpressionBuilder<Tables, 'jobs'>) => row.and({ id, claim })
}

function pauseAfter(kind: JobKind | undefined, attempts: number): number | undefined {
  if (kind?.pauses) return kind.pauses[attempts - 1]
  return Math.min(firstPause * 2 ** (attempts - 1), kind?.every ?? longestPause)
}

/** Everything in a queue that waits after a failure. */
export async function makeRetriesDue(context: AppContext, db: Database, queue: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ due_at: iso(context) })
    .where('queue', '=', queue)
    .where('claim', 'is', null)
    .where('error', 'is not', null)
    .execute()
}
