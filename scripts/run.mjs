// Runs a program of ours in production mode.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import v8 from 'node:v8'

const [program, ...rest] = process.argv.slice(2)

/** Read by the C library when a process begins: memory that is freed goes back to the system, not into fragments. */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/**
 * V8's young generation may have 4 MiB instead of 32 (per half): what a burst of requests leaves behind is freed after it,
 * and not with the next burst.
 */
const youngGeneration = '--max-semi-space-size=4'

endWithNpm()
if (process.platform === 'linux' && process.execve && !process.env.MALLOC_ARENA_MAX) {
  // The same process goes on as a new program, because its allocator has read its settings already.
  const options = ['--disable-warning=ExperimentalWarning', youngGeneration, ...process.execArgv]
  const command = [process.execPath, ...options, ...process.argv.slice(1)]
  process.execve(process.execPath, command, { ...process.env, ...allocator })
}
// React picks its build by NODE_ENV when it is loaded, so it must be set before anything is.
process.env.NODE_ENV = 'production'
// What has been compiled once is read the next time: a good part of the time of a start.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
process.argv = [process.execPath, program, ...rest]
const file = resolve(program)
if (basename(file) === 'main.js' && !existsSync(join(file, '../.complete'))) {
  console.error('Cannot start: the build is missing or was cut off. Run: npm run build')
  process.exit(1)
}
await import(pathToFileURL(file).href)
// The old generation is collected when it has grown by 30 %, for the same reason. Not earlier: a start would spend a tenth of its
// time on collecting a heap that only grows.
v8.setFlagsFromString('--heap-growing-percent=30')

/**
 * Sends this process SIGTERM once its parent is another than now. Only under npm, whose scripts begin with `exec` so
 * that no shell stands between: a process started by hand may outlive its shell on purpose.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
