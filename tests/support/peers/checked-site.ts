// The product in the process of a browser test, whose server finds the sites of projects on a network of the test.
import type { RequestListener } from 'node:http'
import { ensureAdmin } from '../../../server/accounts/first-admin.ts'
import { admin, test as base } from '../browser.ts'
import { startTestServer } from '../test-server.ts'
import { checkProjects, publicAddress, startTestNetwork, type TestNetwork } from './test-network.ts'

export interface CheckedSite {
  url: string
  /** What the sites, a.example to c.example and secure.example, respond with to the server; 200 unless listed by host and path. */
  responses: Record<string, [status: number, headers?: Record<string, string>]>
  /** By name: the IP addresses, or what asking for them ends with. */
  hosts: TestNetwork['hosts']
  /** Checks what is due, as the job does every minute. */
  check(): Promise<void>
  /** Moves the server's clock forward, in milliseconds. */
  pass(ms: number): void
}

interface Fixtures {
  publicUrl: string | null
  checked: CheckedSite
}

export const test = base.extend<Fixtures>({
  publicUrl: [null, { option: true }],
  checked: async ({ publicUrl }, use) => {
    const responses: CheckedSite['responses'] = {}
    const respond: RequestListener = ({ headers, url }, response) => {
      const [status, sent] = responses[`${headers.host}${url}`] ?? [200]
      response.writeHead(status, sent).end()
    }
    const names = ['a.example', 'b.example', 'c.example', 'secure.example']
    const network = await startTestNetwork(
      Object.fromEntries(names.map((name) => [name, [publicAddress]])),
      respond,
    )
    const server = await startTestServer(
      {
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ADMIN_NAME: admin.name,
        LOG_LEVEL: 'silent',
        ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
      },
      { pages: true, network },
    )
    await ensureAdmin(server.context, () => {})
    await use({
      url: `http://localhost:${server.port}`,
      responses,
      hosts: network.hosts,
      check: () => checkProjects(server.context),
      pass: server.pass,
    })
    await server.stop()
    await network.stop()
  },
  baseURL: async ({ checked }, use) => use(checked.url),
})
