// Makes the picture at the top of the README, light and dark, of a running demo:
//     node scripts/picture.mjs http://localhost:3000 EMAIL PASSWORD
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from './browser.mjs'

const [baseURL, email, password] = process.argv.slice(2)
const size = { width: 2000, height: 1250 }
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })

/** @returns one screen as an image in the text of a page */
async function screen(page, path, viewport) {
  await page.setViewportSize(viewport)
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  return `data:image/png;base64,${(await page.screenshot()).toString('base64')}`
}

for (const [colorScheme, ground, edge] of [
  ['light', '#e6dfd1', '#0003'],
  ['dark', '#05070c', '#fff3'],
]) {
  const reduced = { reducedMotion: 'reduce', deviceScaleFactor: 2 }
  const context = await browser.newContext({ baseURL, colorScheme, ...reduced })
  const page = await context.newPage()
  await context.request.post('/login', { data: { email, password } })
  const dashboard = await screen(page, '/dashboard/view-portfolio', desktop)
  await context.clearCookies()
  const home = await screen(page, '/', desktop)
  await page.goto('/portfolio')
  const project = page.getByRole('main').getByRole('link').first()
  const preview = await screen(page, await project.getAttribute('href'), phone)
  await page.goto('about:blank')
  await page.setViewportSize(size)
  await page.setContent(`<style>
    body { margin: 0; background: ${ground} }
    img { position: absolute; border-radius: 14px; box-shadow: 0 0 0 1px ${edge}, 0 30px 80px #0006 }
  </style>
  <img src="${home}" style="left: 80px; top: 80px; width: 1280px">
  <img src="${dashboard}" style="left: 560px; top: 660px; width: 1000px">
  <img src="${preview}" style="left: 1440px; top: 250px; width: 420px; border-radius: 40px">`)
  const picture = sharp(await page.screenshot()).resize({ width: size.width })
  await picture.webp({ quality: 82 }).toFile(`docs/picture-${colorScheme}.webp`)
  await context.close()
}
await browser.close()
