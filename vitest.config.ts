// Tests without a browser. `npm test` runs unit, api and postgres; `npm run test:full` the others, too.
import { defineConfig } from 'vitest/config'

const differing =
  'tests/api/*/{audit,backup,gallery,guessing,inbox,preview-checks,project-list,public-cache,scheduled-backups,search,site,users}.test.ts'
const withoutDatabase = [
  'tests/api/*/{bodies,brand-routes,object-storage,owner-content,rejected-archives}.test.ts',
  'tests/full/{data-dir,full-disk,image-worker,mail-faults,mail-transport,migrations,object-storage-faults,release,requests,slow-clients,stopping}.test.ts',
]
const postgresOnly = 'tests/full/{database-away,instances}.test.ts'
/** Alone, because they measure times. */
const faults = 'tests/full/faults/faults.test.ts'

const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A condition that never comes fails the test all the same; one second is nothing on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // The server has no state at module level (tests/source/sources.test.ts): files of one worker share its modules,
  // which takes a third of the time away.
  isolate: false,
  // For what the S3 server of tests makes of the place in a listing it uses a cipher that OpenSSL calls legacy.
  execArgv: ['--openssl-legacy-provider'],
  provide: { postgres: null },
}
/** Processes, several of them in a test: on a machine that is busy each takes twenty seconds to start. */
const withProcesses = { testTimeout: 180_000, hookTimeout: 180_000 }
const onPostgres = { ...shared, globalSetup: ['tests/support/peers/postgres.ts'] }

export default defineConfig({
  test: {
    // More than there are cores on a small machine: much of the time goes by waiting for a mail server to give up.
    maxWorkers: 3,
    onConsoleLog(log) {
      throw new Error(`a test wrote to the console: ${log}`)
    },
    projects: [
      { ...shared, name: 'unit', include: ['{tests/source,contract,server,web}/**/*.test.ts'] },
      { ...shared, name: 'api', include: ['tests/api/**/*.test.ts'] },
      // SQL that the two databases run differently, or with other locks.
      { ...onPostgres, name: 'postgres', include: [differing] },
      {
        ...shared,
        ...withProcesses,
        name: 'full',
        include: ['tests/full/*.test.ts'],
        exclude: [postgresOnly, faults],
      },
      { ...shared, name: 'faults', include: [faults] },
      {
        ...onPostgres,
        ...withProcesses,
        name: 'full-postgres',
        include: ['tests/{api/*,full}/*.test.ts'],
        // Where the database has no part, or is SQLite in any case, once is enough.
        exclude: [differing, ...withoutDatabase, faults],
      },
    ].map((test) => ({ test })),
  },
})
