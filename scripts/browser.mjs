// Finds Chromium: the one named by CHROMIUM, the system's, or the one Playwright installed.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** @returns {string | undefined} the path of the program */
export function findBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const found = [process.env.CHROMIUM, ...onPath, macOS].find((path) => path && existsSync(path))
  if (found) return found
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test')
    const own = chromium.executablePath()
    return existsSync(own) ? own : undefined
  } catch {
    return undefined
  }
}
