// What a feature registers: a kind of job, what it does, how often it may fail, and what its failures mean.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { JobRow, Tables } from '../db/tables.ts'

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
  onFailed?(
    context: AppContext,
    tx: Transaction<Tables>,
    job: JobRow,
    failure: JobFailure,
    isGivenUp: boolean,
  ): Promise<void>
}

export type JobKinds = Readonly<Record<string, JobKind>>

export interface JobResult {
  /** In the transaction that ends the job; repeated until it succeeds, without running the job again. */
  record?(tx: Transaction<Tables>): Promise<void>
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
