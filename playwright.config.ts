// Browser tests: Chromium against the built product, each test with a server and a database of its own. `npm test` runs
// the journeys, `npm run test:full` also what goes into details, and through many widths, themes and devices.
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

// The product runs in the process of each test. React picks its build by this when it is loaded.
process.env.NODE_ENV = 'production'
// Node runs TypeScript by itself: Playwright's own compiler took ten seconds for the product and its tests.
process.env.PW_DISABLE_TS_ESM = '1'

export default defineConfig({
  testMatch: '*.e2e.ts',
  projects: [
    // Where nothing moves, nothing is waited for. What moves has a test of its own, and moves in `full`.
    {
      name: 'journeys',
      testDir: 'tests/browser',
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
    { name: 'full', testDir: 'tests/full' },
  ],
  globalSetup: './tests/support/browser.ts',
  fullyParallel: true,
  workers: 2,
  // A busy machine takes five times as long as an idle one; what never comes fails all the same.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        // The headless shell would round the width of each letter to pixels.
        '--font-render-hinting=none',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    // Names the step that hangs, long before the test's own time is up.
    actionTimeout: 40_000,
  },
})
