// Stands between the product and a database: passes everything on, falls silent, or cuts every connection.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Accepts connections and passes nothing on, in either direction, until `speak`. */
  fallSilent(): void
  speak(): void
  /** Resets every connection there is; new ones are accepted. */
  cut(): void
  /** Passes nothing on any more for every connection there is, and says nothing of it; new ones work. */
  strand(): void
  stop(): Promise<void>
}

/** @param at port to listen on; 0 for any */
export async function startTcpProxy(port: number, at = 0): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket | null }>()
  let silent = false

  const join = (pair: { near: Socket; far: Socket | null }) => {
    const far = connect(port, '127.0.0.1')
    pair.far = far
    far.on('error', () => pair.near.destroy())
    far.on('close', () => pair.near.destroy())
    far.on('data', (chunk) => pair.near.write(chunk))
    pair.near.on('data', (chunk) => far.write(chunk))
  }
  const server = createServer((near) => {
    const pair = { near, far: null as Socket | null }
    pairs.add(pair)
    near.on('error', () => {})
    near.on('close', () => {
      pairs.delete(pair)
      pair.far?.destroy()
    })
    if (!silent) join(pair)
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far?.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      silent = true
      for (const { near, far } of pairs) for (const socket of [near, far]) socket?.pause()
    },
    speak() {
      silent = false
      for (const pair of pairs) {
        if (!pair.far) join(pair)
        for (const socket of [pair.near, pair.far]) socket?.resume()
      }
    },
    cut,
    strand() {
      for (const { near, far } of pairs)
        for (const socket of [near, far]) socket?.removeAllListeners('data').resume()
    },
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
