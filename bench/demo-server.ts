// The real product with its demo content, ready to be measured.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imagesMade } from '../tests/support/images-made.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'

/** Runs with a server on an existing database; the folder is removed afterwards. */
export async function withServer(
  use: (server: ServerProcess, env: Record<string, string>) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const env = { DATA_DIR: dataDir, THROTTLE: 'off', ...settings }
  const server = await startServer(env)
  // The AVIF files of the demo are made in the background after the start, and would disturb the measurement.
  await imagesMade(join(dataDir, 'uploads'))
  try {
    await use(server, env)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
