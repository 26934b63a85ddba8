// Graceful shutdown: on a signal, or when the launcher has ended; never because of an uncaught error.
import type { AppContext } from './context.ts'
import { within } from './time.ts'

/** Milliseconds after the signal: busy connections are closed, and the process ends in any case. */
const closeAfter = 8_000
const endAfter = 9_500
/** Milliseconds that closing the database may take. */
const closeWithin = 1_000
/** Milliseconds. Ctrl-C sends the signal twice, from the terminal and from npm; a later signal ends the process at once. */
const sameSignal = 1_000

export class Shutdown {
  /** Null until there is one. */
  context: AppContext | null = null
  /** Steps that run after those of `early`. */
  readonly late: (() => unknown)[] = []
  /** The step that runs last. */
  last: () => void = () => {}
  readonly #early: (() => Promise<unknown>)[] = []
  #begunAt: number | null = null

  constructor() {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => void this.begin(signal))
    this.#survive()
  }

  get begun(): boolean {
    return this.#begunAt !== null
  }

  /**
   * Steps that run first, all at once: requests, emails.
   * @param step gets its time limit in milliseconds
   */
  early(step: (deadline: number) => unknown, limit = closeAfter): void {
    this.#early.push(() => within(limit, Promise.resolve(step(limit))))
  }

  async begin(reason: string): Promise<void> {
    const now = performance.now()
    if (this.#begunAt !== null) {
      if (now - this.#begunAt > sameSignal) await this.end(1)
      return
    }
    this.#begunAt = now
    // Not process.exit, which waits for threads that are computing.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), endAfter)
    const { context } = this
    if (context) context.readiness.stopping = true
    context?.log.info({ event: 'server.stopping', reason }, 'stopping')
    await within(closeAfter, Promise.allSettled(this.#early.map(async (step) => step())))
    await within(closeWithin, Promise.allSettled(this.late.map(async (step) => step())))
    const warn = (err: unknown) =>
      context?.log.warn({ event: 'server.close-failed', err }, 'database or mail server not closed')
    await within(closeWithin, context?.close().catch(warn))
    this.last()
    await this.end(0)
  }

  /** Ends the process at once, except that the log has a second to write its last lines. */
  async end(code: number): Promise<never> {
    const error = await new Promise<Error | undefined>((resolve) => {
      if (this.context) this.context.log.flush(resolve)
      else resolve(undefined)
    })
    // Where a thread is blocked by a write to the log, process.exit would wait for it.
    if (error) process.kill(process.pid, 'SIGKILL')
    process.exit(code)
  }

  /**
   * An uncaught error does not end a process that serves others. It leaves little behind: related writes are transactions,
   * which are rolled back, and a request without a response ends by the timeouts of the server. Ending instead would fail
   * every other request and, without a supervisor, leave the site down. Before the server listens the process ends.
   */
  #survive(): void {
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.on(event, (error: unknown) => {
        if (!this.context) {
          console.error(error)
          process.exit(1)
        }
        this.context.log.fatal({ event: 'process.uncaught-error', err: error }, 'uncaught error')
      })
  }
}
