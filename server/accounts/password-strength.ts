// Estimates in a separate process whether a password is guessable; the process ends when idle.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { PasswordStrength } from '../db/tables.ts'
import type { StrengthRequest, StrengthResponse } from './password-strength-process.ts'

/** Milliseconds. An estimate takes 20, its process half a second to start: only an overloaded machine comes near it. */
const timeout = 15_000
const idleTime = 10_000
/** Requests. Beyond these a password is set without an estimate, so that nobody waits for it. */
const maxWaiting = 32
/** MiB of JavaScript heap; the dictionaries take about 20. */
const maxHeap = 64

// The built server has the process next to it, under the same name.
const program = join(
  import.meta.dirname,
  import.meta.url.endsWith('.ts') ? 'password-strength-process.ts' : 'password-strength-process.js',
)

interface Waiting {
  resolve: (strength: PasswordStrength | null) => void
  timer: NodeJS.Timeout
}

export class StrengthEstimator {
  #process: ChildProcess | null = null
  #nextId = 1
  #idle: NodeJS.Timeout | undefined
  readonly #waiting = new Map<number, Waiting>()

  /** The process id while there is a process. */
  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  /** @returns null when it could not be estimated: too many at once, too slow, or the process failed. Never throws. */
  async estimate(
    password: string,
    known: { name: string; email: string; brand: string },
  ): Promise<PasswordStrength | null> {
    if (this.#waiting.size >= maxWaiting) return null
    clearTimeout(this.#idle)
    const running = this.#process ?? this.#start()
    const id = this.#nextId++
    const { name, email, brand } = known
    const request: StrengthRequest = { id, password, known: { name, email, brand } }
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, timer: setTimeout(() => this.close(), timeout) })
      running.send(request, (error) => error && this.#settle(id, null))
    })
  }

  /** Ends the process; what is waiting gets null. */
  close(): void {
    clearTimeout(this.#idle)
    this.#process?.kill('SIGKILL')
    this.#process = null
    for (const id of this.#waiting.keys()) this.#settle(id, null)
  }

  #start(): ChildProcess {
    // Without the server's settings, which hold secrets, and without its inspector.
    const started = fork(program, [], {
      env: {},
      execArgv: [`--max-old-space-size=${maxHeap}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.unref()
    started.channel?.unref()
    started.on('message', ({ id, guessable }: StrengthResponse) =>
      this.#settle(id, guessable ? 'guessable' : 'sufficient'),
    )
    const gone = () => {
      if (this.#process === started) this.close()
    }
    started.on('error', gone)
    started.on('exit', gone)
    this.#process = started
    return started
  }

  #settle(id: number, strength: PasswordStrength | null): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    waiting.resolve(strength)
    if (this.#waiting.size === 0 && this.#process)
      this.#idle = setTimeout(() => this.close(), idleTime).unref()
  }
}
