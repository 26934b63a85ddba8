// Sends a request target unchanged: fetch would resolve dot segments and add headers.
import { Agent, request } from 'node:http'
import type { Running } from './start.ts'

export interface RawResponse {
  status: number
  headers: Headers
  text: string
}

export function sendRaw(
  app: Pick<Running, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  const { hostname, port } = new URL(app.url)
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const agent = new Agent()
  const outgoing = request({ hostname, port, path, method, headers, agent }, async (incoming) => {
    const body = Buffer.concat(await incoming.toArray())
    resolve({
      status: incoming.statusCode ?? 0,
      headers: new Headers(incoming.headers as Record<string, string>),
      text: body.toString(),
    })
  })
  outgoing.on('error', reject)
  outgoing.end()
  return promise
}

/** What a browser sends when somebody opens a URL. */
export const navigation = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}
