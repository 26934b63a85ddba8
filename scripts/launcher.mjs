// Ends the server when npm has ended: npm forwards SIGTERM and SIGINT, but not SIGHUP and SIGKILL.

/** Milliseconds. */
const checkEvery = 500

/**
 * Sends this process SIGTERM once its parent is another than now. Only under npm, whose scripts begin with `exec` so
 * that no shell stands between: a process started by hand may outlive its shell on purpose.
 */
export function endWithLauncher() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, checkEvery).unref()
}
