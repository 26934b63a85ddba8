// The product in the process of a test: fresh directory, free port, adjustable clock. For both test runners.
import { hash } from 'node:crypto'
import { cp, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PasswordHasher } from '../../server/accounts/password-hashing.ts'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createContext } from '../../server/create-context.ts'
import { isPostgres } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createHttpServer } from '../../server/http/http-server.ts'
import { recordInstallation } from '../../server/images/installation.ts'
import { ImageWorker, workerLimits } from '../../server/images/worker-process.ts'
import { createLog } from '../../server/log.ts'
import { openMetrics } from '../../server/metrics/metrics.ts'
import { loadBuiltPages } from '../../server/pages/pages.ts'
import { followPublicContent } from '../../server/public-content.ts'

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** For all apps of this process: to start one takes most of the time of a test that stores an image. */
class SharedImageWorker extends ImageWorker {
  /** What became of images, by job and bytes: hundreds of tests store the same one, which takes longer than all else in them. */
  readonly #converted = new Map<string, ReturnType<ImageWorker['run']>>()
  #lastJob: Promise<unknown> = Promise.resolve()

  override run(...[job, parts]: Parameters<ImageWorker['run']>) {
    const key = JSON.stringify([job, parts.map((part) => hash('sha256', part))])
    return this.#converted.getOrInsertComputed(key, () => {
      const result = this.#lastJob.then(() => super.run(job, parts))
      this.#lastJob = result.catch(() => this.#converted.delete(key))
      return result
    })
  }

  /** Other apps go on with it. */
  override async stop() {}
}

const worker = new SharedImageWorker(createLog('silent'), { ...workerLimits, idleTime: 60_000 })

/**
 * @param env additional settings; without DATA_DIR the server has a directory of its own, which is removed with it
 * @param more `pages`: serves pages too, which needs the built product; `template`: the data directory begins as a copy of it
 */
export async function startTestServer(
  env: Record<string, string> = {},
  { pages, template }: { pages?: boolean; template?: string } = {},
) {
  // Before it listens: on a busy machine a request that waits for the pages to be loaded is timed out.
  if (pages) await loadBuiltPages()
  const folder = await mkdtempDisposable(join(tmpdir(), 'portfolio-test-'))
  const http = createHttpServer((request, response) => app.listener(request, response))
  const { port } = await http.listen(0, '127.0.0.1')
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: folder.path,
    DEMO_CONTENT: 'off',
    THROTTLE: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...env,
  })
  let ahead = 0
  let last = 0
  if (template) await cp(template, config.dataDir, { recursive: true })
  const context = Object.assign(createContext(config, await openMetrics(config)), {
    // Hashes are slow on purpose, and a test run makes thousands; passwords.test.ts tests the product's parameters.
    passwordHasher: new PasswordHasher({ memory: 8, passes: 1, parallelism: 1 }),
    /** Each reading is later than the one before: tests compare orders by time. */
    now() {
      last = Math.max(last + 1, Date.now() + ahead)
      return new Date(last)
    },
  })
  Object.assign(context.images, { worker })
  const unreachable = () => Promise.reject(new Error('this test has no network'))
  Object.assign(context.network, { resolve: unreachable, connector: unreachable })
  // Nothing here has to survive a power cut, and waiting for the disk was most of the time of starting an app.
  if (!isPostgres(context.db)) await sql`pragma synchronous = off`.execute(context.db)
  await context.uploads.storage.check(false)
  await migrate(context.db)
  await context.site.current()
  await recordInstallation(context)
  const app = createApp(context, pages ? loadBuiltPages : undefined)
  const stopFollowing = followPublicContent(context)
  return {
    port,
    url: `http://localhost:${port}`,
    context,
    ...app,
    /** Moves the clock forward, in milliseconds; back with a negative number. */
    pass(ms: number) {
      ahead += ms
      last += ms
    },
    async stop() {
      http.server.closeAllConnections()
      await http.server[Symbol.asyncDispose]()
      await stopFollowing()
      await context.close()
      await folder.remove()
    },
  }
}
