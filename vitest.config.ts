// Unit tests once; tests of the API on SQLite and again on PostgreSQL.
import { defineConfig } from 'vitest/config'

const api = {
  include: ['tests/**/*.test.ts'],
  exclude: ['tests/house.test.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
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
          include: ['tests/house.test.ts', '{contract,server,web}/**/*.test.ts'],
          provide: { postgres: null },
        },
      },
      { test: { ...api, name: 'sqlite', provide: { postgres: null } } },
      { test: { ...api, name: 'postgres', globalSetup: ['tests/postgres.ts'] } },
    ],
  },
})
