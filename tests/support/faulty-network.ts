// A network between the product and a mail server, into which a test injects faults.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './server-process.ts'

export type NetworkFault =
  | 'none'
  /** The port is closed. */
  | 'closed'
  /** 421 instead of a greeting. */
  | 'busy'
  /** The connection is accepted, and nothing is sent. */
  | 'silent'
  /** The message is forwarded in part, and then nothing happens. */
  | 'hang-in-data'
  /** The connection is closed in the middle of the message. */
  | 'drop-in-data'
  /** The server accepts the message, and its reply is lost. */
  | 'lose-reply'
  /** After the greeting, the server's replies are sent byte by byte, `dripInterval` milliseconds apart: what is tested. */
  | 'drip'

export interface FaultyNetwork {
  url: string
  fault: NetworkFault
  dripInterval: number
  /** The bytes of clients, as text. */
  seen(): string
  connections(): number
  /** How often the reply to an accepted message was lost, by Message-ID. */
  repliesLost: Map<string, number>
  /** Opens the port; `close` closes it. Every other fault is set by `fault`, for new connections. */
  listen(): Promise<void>
  close(): Promise<void>
}

/** @param target the port of the mail server on 127.0.0.1 */
export async function startFaultyNetwork(target: number): Promise<FaultyNetwork> {
  const open = new Set<Socket>()
  let seen = ''
  let connections = 0
  let port = 0
  let server: Server | undefined

  const hold = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // Lost connections are expected here.
    socket.on('error', () => {})
    return socket
  }

  function accept(client: Socket): void {
    connections++
    hold(client)
    const { fault } = network
    client.on('data', (chunk) => {
      seen += chunk.toString('latin1')
    })
    if (fault === 'busy') client.end('421 4.3.2 Too many connections\r\n')
    if (fault === 'busy' || fault === 'silent') return
    const upstream = hold(connect(target, '127.0.0.1'))
    let inData = false
    let message = ''
    client.on('data', (chunk) => {
      if (inData) message += chunk.toString('latin1')
      if (inData && fault === 'drop-in-data') client.destroy()
      else if (!(inData && fault === 'hang-in-data')) upstream.write(chunk)
    })
    const write = (chunk: Buffer) => client.write(chunk)
    let toClient: (chunk: Buffer) => void = write
    upstream.on('data', (chunk: Buffer) => {
      if (inData && (fault === 'lose-reply' || client.destroyed)) {
        const [id = ''] = /(?<=^Message-ID: ).+?(?=\r$)/im.exec(message) ?? []
        network.repliesLost.set(id, (network.repliesLost.get(id) ?? 0) + 1)
        return client.destroy()
      }
      if (/^354/m.test(chunk.toString('latin1'))) inData = true
      toClient(chunk)
      if (fault === 'drip' && toClient === write) toClient = dripTo(client)
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.end())
  }

  function dripTo(client: Socket) {
    let waiting = Buffer.alloc(0)
    const timer = setInterval(() => {
      if (waiting.length === 0) return
      client.write(waiting.subarray(0, 1))
      waiting = waiting.subarray(1)
    }, network.dripInterval)
    client.on('close', () => clearInterval(timer))
    return (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
    }
  }

  const network: FaultyNetwork = {
    url: '',
    fault: 'none',
    dripInterval: 1_000,
    seen: () => seen,
    connections: () => connections,
    repliesLost: new Map(),
    async listen() {
      if (server) return
      server = createServer(accept)
      // Of a range from which the system gives none away, so that it can be opened again.
      port ||= await freePort()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      network.url = `smtp://127.0.0.1:${port}`
    },
    async close() {
      const closing = server
      server = undefined
      for (const socket of open) socket.destroy()
      if (closing) await new Promise((resolve) => closing.close(resolve))
    },
  }
  await network.listen()
  return network
}
