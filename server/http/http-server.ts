// The HTTP server: its timeouts and limits of connections, and a graceful stop.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Milliseconds after the signal. Until `acceptFor` connections are accepted that the operating system has already accepted,
 * and for as long again at most, until a turn of the event loop took less than `shortTurn`; until `idleFor` an idle
 * connection may deliver a request that was sent before.
 */
const acceptFor = 100
const shortTurn = 1
const idleFor = 1_000
const checkInterval = 50

/**
 * Timeouts for slow clients, in milliseconds: for the headers of a request, for its body, and for silence in
 * either direction. An image of 10 MB over a slow line still gets through.
 */
export const httpLimits = {
  headers: 10_000,
  request: 120_000,
  silence: 25_000,
  keepAlive: 15_000,
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

/** Milliseconds between two reports that there were too many connections. */
const reportEvery = 60_000

interface Connection {
  /** Requests without a finished response. */
  pending: number
  /** Those of them that have not begun: one at a time, so that nothing is computed for a client that does not read. */
  waiting: (() => void)[]
  /** The current request, or the last one, and its response. */
  request: IncomingMessage | null
  response: ServerResponse | null
  /** When the response was first found finished and not read. */
  unreadSince: number | null
  /** Bytes that had arrived when the last response was finished; more means that the next request has begun. */
  seen: number
}

export interface HttpServer {
  readonly server: ReturnType<typeof createServer>
  listen(port: number, host: string): Promise<AddressInfo>
  /**
   * Stops accepting, sends `Connection: close` with every response from then on, and resolves when all connections are
   * closed: idle ones after a second, busy ones after their response, all others at the deadline.
   * @param deadline milliseconds from now
   */
  stop(deadline: number): Promise<void>
}

/** @param onFull called when a connection was closed because there were too many, once a minute at most. */
export function createHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { limits = httpLimits, onFull = () => {} }: { limits?: HttpLimits; onFull?: () => void } = {},
): HttpServer {
  /** Longest idle first: in the order in which they were opened, or had their last response. */
  const connections = new Map<Socket, Connection>()
  let stopping = false
  let reportedAt = Number.NEGATIVE_INFINITY

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
    const longest = (waitsForClient: (connection: Connection) => boolean | undefined) =>
      all.find(([, connection]) => waitsForClient(connection))?.[0]
    return (
      longest(({ pending }) => pending === 0) ??
      longest(({ request }) => request?.complete === false) ??
      longest(({ response }) => response?.writableEnded)
    )
  }
  server.on('connection', (socket) => {
    if (connections.size >= limits.connections) {
      const closed = longestIdle() ?? socket
      closed.destroy()
      connections.delete(closed)
      if (performance.now() - reportedAt > reportEvery) {
        reportedAt = performance.now()
        onFull()
      }
      if (closed === socket) return
    }
    connections.set(socket, {
      pending: 0,
      waiting: [],
      request: null,
      response: null,
      unreadSince: null,
      seen: 0,
    })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection || connection.waiting.length >= limits.pipelined) return void socket.destroy()
    const begin = () => {
      Object.assign(connection, { request, response, unreadSince: null })
      if (stopping) response.setHeader('Connection', 'close')
      handle(request, response)
    }
    response.once('finish', () => {
      const close = () => request.complete || socket.destroy()
      if (!request.complete) setTimeout(close, limits.unreadBody).unref()
    })
    response.once('close', () => {
      connection.pending--
      connection.seen = socket.bytesRead
      // Moves it to the end: it is the one that has been idle for the shortest time.
      if (!connections.delete(socket) || socket.destroyed) return
      connections.set(socket, connection)
      connection.waiting.shift()?.()
    })
    if (++connection.pending === 1) begin()
    else connection.waiting.push(begin)
  })
  // Whatever a client expects beyond 100 it gets a response to its request, not one that the app does not know of.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const unreadTimer = setInterval(() => {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      if (connection.pending === 0 || !connection.response?.writableEnded) continue
      connection.unreadSince ??= now
      if (now - connection.unreadSince > limits.reading) socket.destroy()
    }
  }, limits.checkInterval).unref()
  server.once('close', () => clearInterval(unreadTimer))

  return {
    server,
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      return server.address() as AddressInfo
    },
    async stop(deadline) {
      const began = performance.now()
      // Until the port is closed connections stay open: a proxy that lost them would open others, and those that the system
      // has accepted and this process has not are reset.
      await delay(acceptFor)
      await quietMoment(acceptFor)
      // http.Server's own close() would also close idle connections at once, and lose requests that were already sent.
      NetServer.prototype.close.call(server)
      stopping = true
      for (const { response } of connections.values())
        if (response && !response.headersSent) response.setHeader('Connection', 'close')
      while (connections.size > 0 && performance.now() - began < deadline) {
        if (performance.now() - began > idleFor)
          for (const [socket, { pending, seen }] of connections)
            if (pending === 0 && socket.bytesRead === seen) socket.destroy()
        await delay(checkInterval)
      }
      server.closeAllConnections()
    },
  }
}

/** Resolves right after a turn of the event loop that had little to do, so that hardly a connection waits to be accepted. */
async function quietMoment(limit: number): Promise<void> {
  const end = performance.now() + limit
  for (let began = 0; performance.now() - began > shortTurn && performance.now() < end; ) {
    began = performance.now()
    await new Promise(setImmediate)
  }
}
