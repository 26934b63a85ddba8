// Unit tests once; tests of the API on SQLite and again on PostgreSQL.
import { defineConfig } from 'vitest/config'

/** Tests that read the sources and start nothing. */
const sources = ['house', 'module-state', 'references', 'settings-docs', 'site-content'].map(
  (name) => `tests/${name}.test.ts`,
)

/** Tests in whose subject the database has no part: once is enough. */
const withoutDatabase = [
  'bodies',
  'brand',
  'dawdlers',
  'image-bombs',
  'image-worker',
  'lock',
  'mail-transport',
  'owner-content',
  'regular-expressions',
  'render-flood',
  'slow-bodies',
  'stopped-log-reader',
  'stopping',
  'strange-requests',
  'urls',
].map((name) => `tests/${name}.test.ts`)

const api = {
  include: ['tests/**/*.test.ts'],
  exclude: sources,
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
          include: [...sources, '{contract,server,web}/**/*.test.ts'],
          testTimeout: 30_000,
          provide: { postgres: null },
        },
      },
      { test: { ...api, name: 'sqlite', provide: { postgres: null } } },
      {
        test: {
          ...api,
          name: 'postgres',
          exclude: [...sources, ...withoutDatabase],
          globalSetup: ['tests/postgres.ts'],
        },
      },
    ],
  },
})
