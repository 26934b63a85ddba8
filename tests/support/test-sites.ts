// Networks of one test each, on which site.example and secure.example respond as the test says.
import type { RequestListener } from 'node:http'
import { afterEach } from 'vitest'
import { publicAddress, startTestNetwork, type TestNetwork } from './test-network.ts'

/** @returns a function that starts such a network. Call it once, at the top of a test file. */
export function testNetworks() {
  const networks: TestNetwork[] = []
  afterEach(async () => {
    for (const network of networks.splice(0)) await network.stop()
  })
  return async function network(
    respond: RequestListener,
    hosts: TestNetwork['hosts'] = {},
  ): Promise<TestNetwork> {
    const known = { 'site.example': [publicAddress], 'secure.example': [publicAddress] }
    const made = await startTestNetwork({ ...known, ...hosts }, respond)
    networks.push(made)
    return made
  }
}

/** Responds to each path as listed. */
export const paths =
  (listed: Record<string, [status: number, headers?: Record<string, string | string[]>]>): RequestListener =>
  (request, response) => {
    const [status, headers] = listed[request.url ?? ''] ?? [404]
    response.writeHead(status, headers).end('<h1>private text of the site</h1>')
  }

/** Forbids nothing. */
export const open = paths({ '/': [200] })
