// Load by wrk, which takes little of the processor itself.
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface LoadOptions {
  seconds: number
  /** The processor core that wrk may use; by default any. */
  core?: number
  headers?: Record<string, string>
}

/** Responses a second. @throws when a response was not 200 or 304 */
export async function load(url: string, { seconds, core, headers = {} }: LoadOptions): Promise<number> {
  const sent = { 'Accept-Encoding': 'br', Accept: 'text/html,application/json', ...headers }
  const lines = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const command = ['wrk', '-t1', '-c32', `-d${seconds}s`, ...lines, url]
  const [file = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const { stdout } = await run(file, args)
  if (/Non-2xx/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/** Whether a command is installed. */
export function hasCommand(name: string): boolean {
  try {
    execFileSync('which', [name])
    return true
  } catch {
    return false
  }
}
