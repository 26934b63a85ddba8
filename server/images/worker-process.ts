// The process of the image worker: started with the first job and with as few rights as possible, killed when it takes
// too much time or memory, ended when it is idle.
import { type ChildProcess, spawn } from 'node:child_process'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { root } from '../root.ts'
import { type Frame, type Job, readFrames, started, writeFrame } from './protocol.ts'
import { maxPageParts } from './variants.ts'
import { commandLine, environment, extraMemory, residentBytes, yieldToOthers } from './worker-command.ts'

const MiB = 1024 * 1024

export interface WorkerLimits {
  /** Milliseconds for one job. */
  jobTime: number
  /** Milliseconds without a job after which the process ends. */
  idleTime: number
  /** Bytes of resident memory, checked while it works. */
  memory: number
  /** Bytes of private memory, enforced by the kernel. */
  privateMemory: number
  /** Bytes of resident memory after a job above which the next one gets a new process: fragmentation adds up. */
  restMemory: number
}

export const workerLimits: WorkerLimits = {
  jobTime: 30_000,
  idleTime: 5_000,
  memory: 190 * MiB,
  privateMemory: 208 * MiB,
  restMemory: 80 * MiB,
}

/** Milliseconds between two checks of the process. */
const checkInterval = 50
/** Characters: the end of what a process that cannot load its libraries prints. */
const maxErrorOutput = 2_000
/** Bytes of all files of one job; a cover has some 2 MB. */
const maxReplyBytes = 64 * MiB

/** Why a job ended without a reply: `crash` by the image itself, `killed` from outside, `not-started` before it was read. */
export type WorkerFailure = 'time' | 'memory' | 'crash' | 'killed' | 'not-started' | 'stopped'

export class WorkerError extends Error {
  readonly reason: WorkerFailure

  constructor(reason: WorkerFailure, detail: string) {
    super(`the image worker ended (${reason}): ${detail}`)
    this.reason = reason
  }
}

/** The image was not accepted; the worker goes on. */
export class ImageRejected extends Error {
  readonly reason: Rejection['reason']

  constructor({ reason, detail }: Rejection) {
    super(`${reason}: ${detail}`)
    this.reason = reason
  }
}

export type Converted = z.infer<typeof conversion> & { files: Frame['parts'] }

interface Running {
  process: ChildProcess
  replies: AsyncGenerator<Frame>
  ended: Promise<void>
  /** Its code is loaded. */
  hasStarted: boolean
  /** Set when the server kills it. */
  killedFor: WorkerFailure | null
  /** The end of its output on stderr. */
  errorOutput: string
}

const count = z.int().check(z.positive(), z.lte(65_535))
const conversion = z.object({
  ok: z.literal(true),
  /** Pixels of the largest possible file. */
  width: count,
  height: count,
  /** Those of the files that follow. */
  widths: z.array(count).check(z.maxLength(10)),
  /** Of a screenshot. */
  parts: z.optional(z.int().check(z.gte(1), z.lte(maxPageParts))),
})
const rejection = z.object({
  ok: z.literal(false),
  /** `webp`: a screenshot that would fit as PNG or JPEG. */
  reason: z.enum(['type', 'pixels', 'height', 'memory', 'webp', 'damaged']),
  /** For the log. */
  detail: z.string().check(z.maxLength(500)),
})
/** Replies are validated: the worker has read hostile bytes and is not trusted. */
const replySchema = z.discriminatedUnion('ok', [conversion, rejection])
export type Reply = z.infer<typeof replySchema>
export type Rejection = z.infer<typeof rejection>

export class ImageWorker {
  readonly #log: Log
  readonly #limits: WorkerLimits
  #running: Running | null = null
  #idle: NodeJS.Timeout | undefined
  #stopped = false

  constructor(log: Log, limits = workerLimits) {
    this.#log = log
    this.#limits = limits
  }

  /** The process id while there is a process. */
  get pid(): number | null {
    return this.#running?.process.pid ?? null
  }

  /**
   * Runs one job; the caller must not start a second one at the same time.
   * @throws ImageRejected, WorkerError
   */
  async run(job: Job, parts: Uint8Array[]): Promise<Converted> {
    const { reply, files } = await this.#exchange(job, parts)
    if (!reply.ok) throw new ImageRejected(reply)
    return { ...reply, files }
  }

  async #exchange(job: Job, parts: Uint8Array[]): Promise<{ reply: Reply; files: Frame['parts'] }> {
    if (this.#stopped) throw new WorkerError('stopped', 'the server is stopping')
    clearTimeout(this.#idle)
    this.#running ??= this.#start()
    const worker = this.#running
    const kill = (reason: WorkerFailure) => {
      worker.killedFor ??= reason
      worker.process.kill('SIGKILL')
    }
    using _timer = setTimeout(kill, this.#limits.jobTime, 'time')
    using _watch = setInterval(() => {
      if (residentBytes(worker.process.pid) > this.#limits.memory + extraMemory) kill('memory')
    }, checkInterval)
    try {
      writeFrame(worker.process.stdin as NonNullable<ChildProcess['stdin']>, job, parts)
      if (!worker.hasStarted) {
        const { value, done } = await worker.replies.next()
        if (done || value.header.started !== started.started) throw new Error('it did not start')
        worker.hasStarted = true
      }
      const { value, done } = await worker.replies.next()
      if (done) throw new Error('no reply')
      const { header, parts: files } = value
      const reply = replySchema.parse(header)
      if (files.length !== (reply.ok ? reply.widths.length : 0)) throw new Error('a reply without its files')
      if (residentBytes(worker.process.pid) > this.#limits.restMemory + extraMemory) await this.#end()
      return { reply, files }
    } catch (error) {
      worker.process.kill('SIGKILL')
      await worker.ended
      if (this.#running === worker) this.#running = null
      const detail = `${(error as Error).message} ${worker.errorOutput}`.trim()
      const failure = new WorkerError(reasonOf(worker), detail)
      if (failure.reason === 'not-started') this.#logNotStarted(failure)
      throw failure
    } finally {
      this.#idle = setTimeout(() => void this.#end(), this.#limits.idleTime)
    }
  }

  /** Ends the process at once, with its current job; no other job is accepted after it. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#end()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#running
    this.#running = null
    if (!worker) return
    worker.killedFor ??= 'stopped'
    worker.process.kill('SIGKILL')
    await worker.ended
  }

  #start(): Running {
    const [command, ...args] = commandLine(this.#limits.privateMemory)
    const child: ChildProcess = spawn(command, args, { cwd: root, env: environment, stdio: 'pipe' })
    const { stdin, stdout, stderr } = child
    // Too many files are open: the process has no pipes then.
    if (!stdin || !stdout || !stderr) {
      child.on('error', (error) => this.#logNotStarted(error))
      throw new WorkerError('not-started', 'it has no pipes')
    }
    const running: Running = {
      process: child,
      replies: readFrames(stdout, maxReplyBytes),
      ended: new Promise((resolve) => child.once('close', () => resolve())),
      hasStarted: false,
      killedFor: null,
      errorOutput: '',
    }
    child.once('error', (error) => {
      running.errorOutput = error.message
    })
    child.once('spawn', () => yieldToOthers(child.pid))
    // A process that has ended is noticed by the missing reply.
    stdin.on('error', () => {})
    stderr.on('data', (chunk) => {
      running.errorOutput = `${running.errorOutput}${chunk}`.slice(-maxErrorOutput)
    })
    child.once('close', (code, signal) => {
      if (this.#running === running) this.#running = null
      if (!running.killedFor)
        this.#log.warn({ event: 'images.worker-ended', code, signal }, 'image worker ended')
    })
    return running
  }

  #logNotStarted(error: Error): void {
    this.#log.error({ event: 'images.worker-not-started', err: error }, 'image worker not started')
  }
}

function reasonOf(worker: Running): WorkerFailure {
  const { killedFor, hasStarted, errorOutput } = worker
  const { exitCode, signalCode } = worker.process
  if (killedFor) return killedFor
  if (!hasStarted) return 'not-started'
  if (/out of memory|bad_alloc|failed to allocate/i.test(errorOutput)) return 'memory'
  // Signals such as SIGSEGV are its own error; SIGKILL and SIGTERM come from outside.
  return exitCode !== null || !['SIGKILL', 'SIGTERM'].includes(signalCode ?? '') ? 'crash' : 'killed'
}
