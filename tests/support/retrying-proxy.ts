// A load balancer in front of several instances, as small as one can be: connections that stay open, the next instance
// for each request, and another one where that fails or is unavailable, as nginx does it (deploy/nginx-instances.conf).
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RetryingProxy {
  port: number
  /** Requests that were sent to another instance after the first one failed. */
  retries: number
  /** Requests that no instance responded to. */
  failures: number
  stop(): Promise<void>
}

/** Milliseconds for which an instance that failed gets no request unless all have failed. */
const avoidFor = 500
const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

/** The connection could not be opened: the instance has seen nothing of the request. */
const unsent = (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED'

/** @param ports of the instances on this machine */
export async function startRetryingProxy(ports: number[]): Promise<RetryingProxy> {
  const agent = new Agent({ keepAlive: true })
  const avoided = new Map<number, number>()
  let turn = 0

  /** All instances, those that have not just failed first, each time beginning with another one. */
  const candidates = (): number[] => {
    turn++
    const now = performance.now()
    const rotated = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0)
    const isAvoided = (port: number) => (avoided.get(port) ?? 0) > now
    return [...rotated.filter((port) => !isAvoided(port)), ...rotated.filter(isAvoided)]
  }

  const forward = (port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = incoming
      const outgoing = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, resolve)
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray())
    const ports = candidates()
    for (const [tries, port] of ports.entries())
      try {
        const response = await forward(port, incoming, body)
        const isLast = tries === ports.length - 1
        if (response.statusCode === 503 && !isLast && idempotent.has(incoming.method ?? '')) {
          response.resume()
          continue
        }
        if (tries > 0) proxy.retries++
        return await passOn(response, outgoing)
      } catch (error) {
        avoided.set(port, performance.now() + avoidFor)
        const mayRetry = unsent(error as Error) || idempotent.has(incoming.method ?? '')
        if (mayRetry && !outgoing.headersSent && tries < ports.length - 1) continue
        proxy.failures++
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
        return
      }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: RetryingProxy = {
    port: (server.address() as AddressInfo).port,
    retries: 0,
    failures: 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
  return proxy
}

/** @throws when the instance breaks the connection in the middle of its response */
async function passOn(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { connection, 'keep-alive': _, ...headers } = response.headers
  const body = Buffer.concat(await response.toArray())
  outgoing.writeHead(response.statusCode ?? 502, headers).end(body)
}
