// How the image worker is started, with as few rights as the system can take away, and what the system tells of it.
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.ts'

/** Its own settings of the allocator: what is freed goes back to the system. Nothing of ours: no secret is in there. */
export const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
}

/** Bytes that V8 reserves for compiled code. Only sources need them: Node strips their types by WebAssembly. */
const compilerMemory = 520 * 1024 * 1024
/** Run from its sources: in development and tests. */
const isSource = import.meta.filename.endsWith('.ts')
/** Bytes that the worker holds at rest beyond what it does once built. */
export const extraMemory = isSource ? 32 * 1024 * 1024 : 0

/**
 * Node without the right to write files, open connections, start processes or threads, and to read anything but the
 * code (`--permission`), and, once built, without a compiler in memory (`--jitless`). Where there is a POSIX shell, the kernel
 * also limits private memory and stacks and takes away file writes and core dumps, for native code, too. The job
 * comes on standard input.
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
  return ['/bin/sh', '-c', `${ulimits.join('')}exec "$@"`, 'sh', ...node]
}

/** Requests come first. */
export function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, 3)
  } catch {
    // Not allowed everywhere, and no reason to do without images.
  }
}

/** Bytes of memory in use by a process; 0 where the system does not tell. */
export function residentBytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, 'status'))?.[1] ?? 0) * 1024
}

/** Milliseconds of the processor's work for a process so far. */
export function processorTime(pid: number | undefined): number {
  // What follows the name in brackets: fields 3 and on. The 14th and 15th count hundredths of a second (proc(5)).
  const fields = procFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** From Linux; elsewhere empty, so only the limits by header and by time hold. */
function procFile(pid: number | undefined, name: string): string {
  if (process.platform !== 'linux') return ''
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
