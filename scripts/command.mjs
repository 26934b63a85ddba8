// Runs a command that ends with this process: a signal reaches everything the command has started, too.
import { spawn } from 'node:child_process'

/** Milliseconds that a command may take to end after a signal. */
const endWithin = 3_000

/**
 * Resolves when the command has succeeded.
 * @param output 'ignore' for none
 * @throws when it has failed
 */
export function run(command, output = 'inherit') {
  // A process group of its own, so that one kill reaches npm, its shell and the tool it runs.
  const grouped = process.platform !== 'win32'
  const kill = (signal) => {
    try {
      if (grouped) process.kill(-child.pid, signal)
      else child.kill(signal)
    } catch {
      // It has ended in between.
    }
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  const stop = (signal) => {
    kill(signal)
    child.once('exit', () => process.exit(1))
    setTimeout(() => {
      kill('SIGKILL')
      process.exit(1)
    }, endWithin).unref()
  }
  // First: a signal that arrives while the command is started would end this process alone.
  for (const signal of signals) process.on(signal, stop)
  const child = spawn(command, { shell: true, stdio: ['ignore', output, 'inherit'], detached: grouped })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, stop)
      if (code === 0) done()
      else fail(new Error(`"${command}" failed`))
    })
  })
}
