// Sends one request on a connection of its own: a server that refuses a large body unread closes the connection,
// and no later request of the test may find itself on it.
import { Agent, request } from 'node:http'
import type { Running } from './start.ts'

export async function sendAlone(
  app: Running,
  path: string,
  sent: { cookie: string; body: string | FormData; type?: string },
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked at, not relied on
): Promise<{ status: number; body: any }> {
  const whole = new Response(sent.body)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const type = sent.type ?? whole.headers.get('content-type') ?? ''
  const agent = new Agent({ keepAlive: true })
  try {
    return await new Promise((resolve, reject) => {
      const headers = { 'content-type': type, 'content-length': bytes.length, cookie: sent.cookie }
      const outgoing = request(app.url + path, { method: 'POST', agent, headers }, async (answer) => {
        try {
          const chunks = await answer.toArray()
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
        } catch (error) {
          reject(error)
        }
      })
      outgoing.on('error', reject)
      outgoing.end(bytes)
    })
  } finally {
    agent.destroy()
  }
}
