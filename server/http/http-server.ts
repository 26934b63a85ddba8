// The HTTP server: its timeouts and limits of connections, and a graceful stop.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Milliseconds after the signal: until then connections are accepted that the operating system has already accepted, and an
 * idle connection may deliver a request that was sent before.
 */
const acceptFor = 100
const idleFor = 1_000
const checkInterval = 50

/**
 * Timeouts for slow clients, in milliseconds: for the headers of a request, for its body, and for silence in
 * either direction. A video of 50 MB over a slow line still gets through.
 */
export const httpLimits = {
  headers: 10_000,
  request: 300_000,
  silence: 25_000,
  /** Longer than proxies keep an idle connection, nginx one minute and Caddy two, or a form could meet one that just closes. */
  keepAlive: 125_000,
  checkInterval: 5_000,
  /** From the end of a response until the rest of a body that nobody reads has arrived. */
  unreadBody: 15_000,
  /** From the end of a response until the client has read all of it: 4 kB a second is enough for the largest image. */
  reading: 120_000,
  /** Requests that a connection may pipeline: browsers and proxies send none. */
  pipelined: 4,
  /** A reverse proxy needs one for each request; a process of nginx has 512 by default, half of them to this server. */
  connections: 1_000,
}

export type HttpLimits = typeof httpLimits

/** @param onFull called when a connection was closed because there were too many. */
export function createHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { limits = httpLimits, onFull = () => {} }: { limits?: HttpLimits; onFull?: () => void } = {},
) {
  /** With their responses that are not finished. Longest idle first: as they were opened, or had their last response. */
  const connections = new Map<Socket, ServerResponse[]>()
  let stopping = false

  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkInterval,
    keepAliveTimeout: limits.keepAlive,
    maxHeaderSize: 16 * 1024,
  })
  server.setTimeout(limits.silence)

  /**
   * The connection to close: the one whose client the server has waited for longest, between two requests, during one, or
   * while it reads a response. Rejecting new ones instead (`maxConnections`) would let slow clients lock everybody out.
   */
  const longestIdle = (): Socket | undefined => {
    const all = [...connections]
    const longest = (waitsForClient: (responses: ServerResponse[]) => boolean) =>
      all.find(([, responses]) => waitsForClient(responses))?.[0]
    return (
      longest((responses) => responses.length === 0) ??
      longest((responses) => responses.some(({ req }) => !req.complete)) ??
      longest((responses) => responses.some(({ writableEnded }) => writableEnded))
    )
  }
  server.on('connection', (socket) => {
    if (connections.size >= limits.connections) {
      const closed = longestIdle() ?? socket
      closed.destroy()
      connections.delete(closed)
      onFull()
      if (closed === socket) return
    }
    connections.set(socket, [])
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const responses = connections.get(socket)
    if (!responses || responses.length >= limits.pipelined) return void socket.destroy()
    responses.push(response)
    if (stopping) response.setHeader('Connection', 'close')
    let unread: NodeJS.Timeout | undefined
    response.once('prefinish', () => {
      unread = setTimeout(() => socket.destroy(), limits.reading).unref()
    })
    response.once('finish', () => {
      const close = () => request.complete || socket.destroy()
      if (!request.complete) setTimeout(close, limits.unreadBody).unref()
    })
    response.once('close', () => {
      clearTimeout(unread)
      responses.splice(responses.indexOf(response), 1)
      // To the end: it is the one that has been idle for the shortest time.
      if (connections.delete(socket) && !socket.destroyed) connections.set(socket, responses)
    })
    handle(request, response)
  })
  // Whatever a client expects beyond 100 it gets a response to its request, not one that the app does not know of.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  return {
    server,
    async listen(port: number, host: string) {
      server.listen(port, host)
      await once(server, 'listening')
      return server.address() as AddressInfo
    },
    /**
     * Stops accepting, sends `Connection: close` with every response from then on, and resolves when all connections are
     * closed: idle ones after a second, busy ones after their response, all others at the deadline.
     * @param deadline milliseconds from now
     */
    async stop(deadline: number) {
      const began = performance.now()
      // Until the port is closed connections stay open: a proxy that lost them would open others, and those that the system
      // has accepted and this process has not are reset. It accepts all of them right before `setImmediate`.
      await delay(acceptFor)
      await new Promise(setImmediate)
      // http.Server's own close() would also close idle connections at once, and lose requests that were already sent.
      NetServer.prototype.close.call(server)
      stopping = true
      for (const response of [...connections.values()].flat())
        if (!response.headersSent) response.setHeader('Connection', 'close')
      while (connections.size > 0 && performance.now() - began < deadline) {
        if (performance.now() - began > idleFor)
          for (const [socket, responses] of connections) if (responses.length === 0) socket.destroy()
        await delay(checkInterval)
      }
      server.closeAllConnections()
    },
  }
}
