// Runs `npm run doctor` next to an app of the test.
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort, root, spawnServer } from './server-process.ts'
import type { Running } from './start.ts'

/**
 * @param asUser command that runs another one as another user
 * @returns its exit code, its output, and the lines of it that name a problem
 */
export async function doctor(env: Record<string, string>, asUser: string[] = []) {
  const command = [...asUser, process.execPath, join(root, 'server/cli/doctor.ts')]
  const started = await spawnServer(env, command)
  const code = await started.ended
  const output = started.output()
  const lines = output.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^(ok {5}|PROBLEM) [A-Z][A-Za-z_]+: \S.*$/)
  // The PostgreSQL of the tests runs without fsync, which is what the doctor says.
  const problems = lines.filter(
    (line) => line.startsWith('PROBLEM') && !line.includes('fsync of PostgreSQL is off'),
  )
  return { code, output, problems }
}

/** @returns the app's settings for a command next to it, and a port where nothing listens */
export async function settingsOf(app: Running) {
  const { dataDir, databaseUrl, port } = app.context.config
  const env: Record<string, string> = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: app.url }
  if (databaseUrl) env.DATABASE_URL = databaseUrl
  return { env, port: await freePort() }
}
