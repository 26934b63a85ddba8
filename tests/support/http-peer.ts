// Stands between the product and an HTTP server: notes requests, passes them on as they are, or responds itself.
import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Failure {
  status: number
  body: string
  times: number
}

/** @returns the peer, which is gone after the test */
export async function httpPeer(port: number) {
  const requests: string[] = []
  const failures = new Map<string, Failure>()
  const before = new Map<string, () => Promise<void>>()
  const server = createServer(async (incoming, outgoing) => {
    const [path = ''] = incoming.url?.split('?') ?? []
    const name = `${incoming.method} ${path}`
    requests.push(name)
    await before.get(name)?.()
    const failure = failures.get(name) ?? failures.get(`${incoming.method}`)
    if (failure && failure.times-- > 0) {
      incoming.resume()
      outgoing.writeHead(failure.status, { 'content-type': 'application/xml' }).end(failure.body)
      return
    }
    const onward = passOn(incoming, port)
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Method and path of each, without its query. */
    requests,
    /** Responds to requests of this method and path, or of this method, itself. @param times as often as this */
    fail(name: string, status: number, body: string, times = Number.POSITIVE_INFINITY) {
      failures.set(name, { status, body, times })
    },
    /** Passes everything on again. */
    succeed: () => failures.clear(),
    /** Called before a request of this method and path is passed on. */
    before: (name: string, work: () => Promise<void>) => void before.set(name, work),
  }
}

function passOn(incoming: IncomingMessage, port: number): ClientRequest {
  const { method, url: path, headers } = incoming
  return incoming.pipe(request({ host: '127.0.0.1', port, method, path, headers }))
}
