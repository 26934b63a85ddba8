// The process of the image worker: started with the first job and with as few rights as possible, killed when it takes
// too much time or memory, ended when it is idle.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { root } from '../root.ts'
import { type Frame, type Job, maxPageParts, readFrames, started, writeFrame } from './protocol.ts'

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

/** Settings of the allocator: freed memory goes back to the system. None of the server's variables, which hold secrets. */
export const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
}

/** Bytes that V8 reserves for compiled code. Only sources need them: Node strips their types by WebAssembly. */
const compilerMemory = 520 * 1024 * 1024
/** The worker runs from its sources: in development and tests. */
const isSource = import.meta.filename.endsWith('.ts')
/** Bytes that the worker takes at rest when it runs from its sources. */
const extraMemory = isSource ? 32 * 1024 * 1024 : 0

/**
 * Node without the right to write files, open connections, start processes or threads, and to read anything but the
 * code (`--permission`), and, once built, without a compiler in memory (`--jitless`). Where there is a POSIX shell, the kernel
 * also limits private memory and stacks and takes away file writes and core dumps, for native code, too. Where memory
 * runs out, Linux ends the worker before the server. The job comes on standard input.
 */
export function commandLine(privateMemory: number): [string, ...string[]] {
  const readable = [join(import.meta.dirname, '/')]
  if (isSource) readable.push(join(root, 'contract/'), join(root, 'package.json'))
  const libraries = ['sharp', '@img', 'detect-libc', 'semver']
  const node = [
    process.execPath,
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...libraries.map((name) => `--allow-fs-read=${join(root, 'node_modules', name, '/')}`),
    // SQLite opens files past the permissions (Node's documentation, Permissions, limitations).
    '--no-experimental-sqlite',
    '--disable-warning=SecurityWarning',
    ...(isSource ? [] : ['--jitless']),
    '--expose-gc',
    '--max-old-space-size=64',
    '--v8-pool-size=0',
    join(import.meta.dirname, isSource ? 'worker.ts' : 'image-worker.js'),
  ] as const
  if (process.platform === 'win32') return [...node]
  const kibibytes = Math.round((privateMemory + (isSource ? compilerMemory : 0)) / 1024)
  // Tried in a shell of its own first: not every system knows every limit, and what it does not know is left out.
  const ulimits = [`-d ${kibibytes}`, '-s 2048', '-f 0', '-c 0'].map(
    (limit) => `(ulimit ${limit}) 2>/dev/null && ulimit ${limit}; `,
  )
  const firstToEnd = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; '
  return ['/bin/sh', '-c', `${firstToEnd}${ulimits.join('')}exec "$@"`, 'sh', ...node]
}

/** Lowers the priority, so that requests come first. */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, 3)
  } catch {
    // Not permitted everywhere, and not required.
  }
}

/** Bytes of memory in use by a process. Linux only; 0 elsewhere, so that only the limits by header and by time apply. */
function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
