// The site of a project on another origin, with pages that may be framed and a slow one.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../browser.ts'

export interface FramedSite {
  /** Without a trailing slash. Its host is 127.0.0.1, another site than the product's localhost. */
  origin: string
  /** Paths in the order in which they were requested. */
  requests: string[]
  /** Makes `/late` respond. */
  release(): void
  stop(): Promise<void>
}

const page = (title: string) => `<!doctype html><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>body { margin: 0; height: 3000px; background: #cde }</style>
<h1>${title}</h1><a href="/second">Second page</a> <a href="/third">Third page</a>
<script>fetch('/script-ran')</script>`

async function startFramedSite(): Promise<FramedSite> {
  const requests: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    response.setHeader('Content-Type', 'text/html')
    if (path === '/never') return
    if (path === '/late') await released
    response.end(page(path.slice(1) || 'start'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    release,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const test = base.extend<{ site: FramedSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  site: async ({}, use) => {
    const site = await startFramedSite()
    await use(site)
    await site.stop()
  },
})

export const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'This site may not allow embedding' })

/** Neither cropped nor stretched, and as wide as its frame. */
export async function expectWholeImage(page: Page) {
  const image = page.getByRole('region', { name: /^Image of/ }).getByRole('img')
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const [shown, own, margin] = await image.evaluate((img: HTMLImageElement) => [
    img.clientWidth / img.clientHeight,
    img.naturalWidth / img.naturalHeight,
    (img.closest('section')?.clientWidth ?? 0) - img.clientWidth,
  ])
  expect(shown).toBeCloseTo(own ?? 0, 1)
  expect(margin).toBe(0)
}
