// The command that starts the image worker with as few rights as possible, and what the system reports about it.
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.ts'

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
export const extraMemory = isSource ? 32 * 1024 * 1024 : 0

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
export function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, 3)
  } catch {
    // Not permitted everywhere, and not required.
  }
}

/** Bytes of memory in use by a process. Linux only; 0 elsewhere, so that only the limits by header and by time apply. */
export function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
