// A browser test whose server finds the sites of projects on a network of the test.
import type { Page } from '@playwright/test'
import { test as base, expect } from '../browser.ts'
import { checkProjects, publicAddress, startTestNetwork, type TestNetwork } from './test-network.ts'

interface CheckedSite extends TestNetwork {
  /** What the sites, a.example to c.example, respond with to the server; 200 unless listed by host and path. */
  responses: Record<string, [status: number, headers?: Record<string, string>]>
}

const hosts = ['a.example', 'b.example', 'c.example']

export const test = base.extend<{ checked: CheckedSite & { check(): Promise<void> } }>({
  env: { PREVIEW_CHECK: 'on' },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  network: async ({}, use) => {
    const responses: CheckedSite['responses'] = {}
    const known = Object.fromEntries(hosts.map((host) => [host, [publicAddress]]))
    const network = await startTestNetwork(({ headers, url }, response) => {
      const [status, sent] = responses[`${headers.host}${url}`] ?? [200]
      response.writeHead(status, sent).end()
    }, known)
    await use(Object.assign(network, { responses }))
    await network.stop()
  },
  /** With a check of what is due, as the job does every minute. */
  checked: ({ app, network }, use) =>
    use({ ...(network as CheckedSite), check: () => checkProjects(app.context) }),
})

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
