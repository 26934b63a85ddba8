// Finds Chromium: the one named by CHROMIUM, the system's, or the one Playwright installed. The headless shell comes
// first: it is the same engine without a desktop around it, and opens a page in three quarters of the time.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * @param {{ whole?: boolean }} wanted whole: rather with the desktop around it, which knows the connection
 * @returns {string | undefined} the path of the program
 */
export function findBrowser({ whole = false } = {}) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = (whole ? names.toReversed() : names).flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  const found = [process.env.CHROMIUM, ...onPath].find((path) => path && existsSync(path))
  if (found) return found
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
