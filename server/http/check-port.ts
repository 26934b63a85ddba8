// Finds out before the start whether the server will be able to listen, without listening: a load balancer would send a
// request to a port that is open for a moment, and its connection would be reset.
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'

/** Milliseconds. A program on this machine accepts at once; what drops packets is found out by listening. */
const connectLimit = 500

/**
 * Other errors than these, as a port that this user may not use, are those of listening itself.
 * @throws Error with the code EADDRINUSE, EADDRNOTAVAIL, or that of a host name that is not found
 */
export async function checkPort(port: number, host: string): Promise<void> {
  const { address } = await lookup(host)
  await new Promise<void>((resolve, reject) => {
    // Bound to the address as well: one of another machine is an error, and nothing is sent there.
    const socket = connect({ port, host: address, localAddress: address })
    const end = (code?: string) => {
      socket.destroy()
      if (code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL')
        reject(Object.assign(new Error(`${address}:${port}`), { code }))
      else resolve()
    }
    socket.setTimeout(connectLimit, () => end())
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code))
    // A socket may get that very port as its own, and then be connected to itself.
    socket.once('connect', () => end(socket.localPort === port ? undefined : 'EADDRINUSE'))
  })
}
