// The page of components, which only a development server has: each state in both themes, on a phone and on a desktop.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { root, type ServerProcess, startServer } from '../support/server-process.ts'

const developmentServer = [
  process.execPath,
  join(root, 'scripts/run.mjs'),
  join(root, 'server/main.ts'),
  '--dev',
]

/** Vite says in the console that it connects, and React that its developer tools exist: neither is an error. */
const test = base.extend<object, { development: ServerProcess }>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'portfolio-components-'))
      const server = await startServer({ DATA_DIR: folder, DEMO_CONTENT: 'off' }, developmentServer)
      await use(server)
      await server.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  app: ({ development }, use) => use(development),
})

// One after another, with one development server: two that start at once remove the same folder of node_modules.
test.describe.configure({ mode: 'default' })

for (const theme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(`every component is accessible and fits in its states, ${theme}, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.goto('/ui')
      await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await page.getByRole('button', { name: 'Open a dialog' }).click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Open a confirmation' }).click()
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      // The same message once: said twice it would only cover more of the page.
      await page.getByRole('button', { name: 'Show a toast' }).dblclick()
      const toasts = page.getByRole('region', { name: 'Notifications' })
      await expect(toasts.getByRole('button', { name: 'Close' })).toHaveCount(1)
      await page.getByRole('button', { name: 'Show an error' }).click()
      await expect(page.getByRole('alert')).toHaveText('It could not be saved.')
      await expectAccessible(page)
    })
