// A browser test whose server finds the sites of projects on a network of the test.
import type { RequestListener } from 'node:http'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../browser.ts'
import { checkProjects, publicAddress, startTestNetwork, type TestNetwork } from './test-network.ts'

interface CheckedSite {
  /** What the sites, a.example to c.example, respond with to the server; 200 unless listed by host and path. */
  responses: Record<string, [status: number, headers?: Record<string, string>]>
  hosts: TestNetwork['hosts']
  /** Checks what is due, as the job does every minute. */
  check(): Promise<void>
}

const hosts = () => ({
  'a.example': [publicAddress],
  'b.example': [publicAddress],
  'c.example': [publicAddress],
})

export const test = base.extend<{ siteResponses: CheckedSite['responses']; checked: CheckedSite }>({
  env: { PREVIEW_CHECK: 'on' },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  siteResponses: async ({}, use) => use({}),
  network: async ({ siteResponses }, use) => {
    const respond: RequestListener = ({ headers, url }, response) => {
      const [status, sent] = siteResponses[`${headers.host}${url}`] ?? [200]
      response.writeHead(status, sent).end()
    }
    const network = await startTestNetwork(hosts(), respond)
    await use(network)
    await network.stop()
  },
  checked: async ({ app, network, siteResponses }, use) => {
    const { hosts } = network as TestNetwork
    await use({ responses: siteResponses, hosts, check: () => checkProjects(app.context) })
  },
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
