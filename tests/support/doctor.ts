// Runs `npm run doctor`.
import { expect } from 'vitest'
import { command, runToEnd } from './server-process.ts'

/** @returns its exit code, its output, and the lines of it that name a problem */
export async function doctor(env: Record<string, string>) {
  const { code, output } = await runToEnd(env, command('server/cli/doctor.ts'))
  const lines = output.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^(ok {5}|PROBLEM) [A-Z][A-Za-z_]+: \S.*$/)
  // The PostgreSQL of the tests runs without fsync, which is what the doctor says.
  const problems = lines.filter(
    (line) => line.startsWith('PROBLEM') && !line.includes('fsync of PostgreSQL is off'),
  )
  return { code, output, problems }
}
