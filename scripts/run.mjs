// Runs a program of ours in production mode; with --dev in development mode, which needs a flag of Node's own.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, ...rest] = process.argv.slice(2)

if (rest.includes('--dev')) {
  const env = { ...process.env, NODE_ENV: 'development' }
  const child = spawn(process.execPath, ['--conditions=development', program, ...rest], {
    stdio: 'inherit',
    env,
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
} else {
  // React picks its build by NODE_ENV when it is loaded, so it must be set before anything is.
  process.env.NODE_ENV = 'production'
  // What has been compiled once is read the next time: a good part of the time of a start.
  module.enableCompileCache('node_modules/.cache/compiled')
  process.argv = [process.execPath, program, ...rest]
  await import(pathToFileURL(resolve(program)).href)
}
