// Ends the process in order and in time: on a signal, when what started it is gone, and never by accident.
import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from './context.ts'

/** Milliseconds after the signal: connections still busy are cut, and the process ends whatever is left to do. */
const cutAfter = 8_000
const endAfter = 9_500
/** Milliseconds that closing the database may take: one that hangs does not say goodbye. */
const closeWithin = 1_000
/** Milliseconds. Ctrl-C reaches the process twice, from the terminal and from npm; later a signal means now. */
const sameSignal = 1_000

type Step = (deadline: number) => unknown

export class Shutdown {
  #context: AppContext | null = null
  #begunAt: number | null = null
  readonly #early: (() => Promise<void>)[] = []
  readonly #late: (() => unknown)[] = []
  #last: () => void = () => {}

  constructor() {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => void this.begin(signal))
    // In development the launcher is a process of its own, connected by a channel that closes when it ends.
    process.on('disconnect', () => void this.begin('the launcher is gone'))
    this.#survive()
  }

  get begun(): boolean {
    return this.#begunAt !== null
  }

  use(context: AppContext): void {
    this.#context = context
  }

  /**
   * Ended at once and together: requests, emails, image processing.
   * @param step gets the milliseconds it has
   */
  early(step: Step, limit = cutAfter): void {
    this.#early.push(() => within(limit, Promise.resolve(step(limit))))
  }

  /** Ended after those. */
  late(step: () => unknown): void {
    this.#late.push(step)
  }

  /** Ended when everything else is. */
  last(step: () => void): void {
    this.#last = step
  }

  async begin(reason: string): Promise<void> {
    const now = performance.now()
    if (this.#begunAt !== null) {
      if (now - this.#begunAt > sameSignal) await this.end(1)
      return
    }
    this.#begunAt = now
    // Not process.exit, which waits for what a thread is computing.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), endAfter)
    const context = this.#context
    if (context) context.readiness.stopping = true
    context?.log.info({ event: 'server.stopping', reason }, 'stopping')
    await within(cutAfter, Promise.allSettled(this.#early.map(async (step) => step())))
    await within(closeWithin, Promise.allSettled(this.#late.map(async (step) => step())))
    await within(
      closeWithin,
      context?.close().catch((error) => context.log.warn({ err: error }, 'closing')),
    )
    this.#last()
    await this.end(0)
  }

  /** Ends the process at once, but for the last lines of the log: their reader may take a second. */
  async end(code: number): Promise<never> {
    const error = await new Promise<Error | undefined>((resolve) => {
      if (this.#context) this.#context.log.flush(resolve)
      else resolve(undefined)
    })
    // Where a thread is held by a write to the log, process.exit would wait for it.
    if (error) process.kill(process.pid, 'SIGKILL')
    process.exit(code)
  }

  /**
   * An error that nobody caught does not end a process that serves others. What such an error leaves behind is small:
   * whatever must hold together is a transaction, which its connection undoes, and a request without a response is cut
   * by the time limits of the server. Ending instead would cut every request under way and, without a supervisor,
   * leave the site down until somebody looks. Before the server listens, and while it stops, the error is the end.
   */
  #survive(): void {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error: unknown) => {
        if (!this.#context) {
          console.error(error)
          process.exit(1)
        }
        this.#context.log.fatal({ event: `process.${event}`, err: error }, 'nobody caught this error')
      })
  }
}

async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, delay(ms, undefined, { ref: false })])
}
