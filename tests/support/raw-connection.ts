// A TCP connection on which a test controls each byte, as no HTTP client allows.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawConnection {
  socket: Socket
  /** Resolves when the system has accepted the bytes. */
  write(bytes: string): Promise<void>
  /** Resolves with the data so far once it contains the text; rejects when the connection ends before. */
  until(text: string): Promise<string>
  /** Resolves with all data when the connection is closed; rejects for a reset. */
  ended: Promise<string>
}

export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const ended = new Promise<string>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })
  ended.catch(() => {})
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'connect')
  return {
    socket,
    ended,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    async until(text) {
      while (!received.includes(text)) {
        const closed = ended.then(() => {
          throw new Error(`the connection ended after "${received}"`)
        })
        await Promise.race([once(socket, 'data'), closed])
      }
      const found = received
      received = ''
      return found
    },
  }
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
