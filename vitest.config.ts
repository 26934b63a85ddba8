// Unit tests once; tests of the API on SQLite and again on PostgreSQL.
import { defineConfig } from 'vitest/config'

/** Tests in whose subject the database has no part: once is enough. */
const withoutDatabase = [
  'bodies',
  'body-reading',
  'brand-routes',
  'slow-clients',
  'image-bombs',
  'image-worker',
  'lock',
  'mail-transport',
  'object-storage',
  'object-storage-faults',
  'object-storage-start',
  'owner-content',
  'damaged-archives',
  'rejected-archives',
  'render-flood',
  'slow-bodies',
  'stopped-log-reader',
  'stopping',
  'strange-requests',
  'urls',
].map((name) => `tests/api/${name}.test.ts`)

const api = {
  include: ['tests/api/*.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A condition that never comes fails the test all the same; one second is nothing on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    // More than there are cores on a small machine: much of the time goes by waiting for a mail server to give up.
    maxWorkers: 3,
    onConsoleLog(log) {
      throw new Error(`a test wrote to the console: ${log}`)
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{tests/source,contract,server,web}/**/*.test.ts'],
          testTimeout: 30_000,
          provide: { postgres: null },
        },
      },
      {
        test: {
          ...api,
          name: 'sqlite',
          provide: { postgres: null },
          globalSetup: ['tests/support/contract-calls.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'postgres',
          exclude: withoutDatabase,
          globalSetup: ['tests/support/contract-calls.ts', 'tests/support/postgres.ts'],
        },
      },
    ],
  },
})
