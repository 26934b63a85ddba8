// Sends requests as a browser does, or byte by byte. Without a test runner: benchmarks use it, too.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'

export interface Sent {
  method?: string
  json?: unknown
  form?: Record<string, string | Blob>
  /** The whole body, with its type. */
  file?: Blob
  cookie?: string
  headers?: Record<string, string>
}

export function requestOf(url: string, path: string, sent: Sent = {}): Request {
  const { json, form, file, cookie } = sent
  // A message is sent as the page sends it, or it is held back.
  const ofPage: Record<string, string> =
    path === '/contacts' && json ? { origin: url, 'user-agent': 'Mozilla/5.0' } : {}
  const headers = new Headers({ ...ofPage, ...sent.headers })
  if (cookie) headers.set('cookie', cookie)
  if (json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const body = json === undefined ? (form ? formOf(form) : (file ?? null)) : JSON.stringify(json)
  const method = sent.method ?? (body === null ? 'GET' : 'POST')
  return new Request(url + path, { method, headers, body, redirect: 'manual' })
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Sends a request, follows no redirect, and reads the response. */
export const call = async (...of: Parameters<typeof requestOf>) => read(await fetch(requestOf(...of)))

export async function read(response: Response) {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.includes('json')
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of a response
  const body: any = await (isJson ? response.json() : response.text())
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { status, headers, body, cookie: cookies.join('; ') }
}

/** What a browser sends when somebody opens a URL. It is no program, whose visits are not counted. */
export const navigation = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-dest': 'document',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Sends a request but for the end of its body. The server has read its head then. */
export async function beginRequest(...of: Parameters<typeof requestOf>) {
  const request = requestOf(...of)
  const body = await request.bytes()
  const headers = { expect: '100-continue', ...Object.fromEntries(request.headers) }
  const outgoing = httpRequest(request.url, { method: request.method, headers })
  outgoing.on('error', () => {})
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  await new Promise((resolve) => outgoing.write(body.subarray(0, -3), resolve))
  return {
    destroy: () => void outgoing.destroy(),
    /** Sends the rest. */
    async finish(): Promise<IncomingMessage> {
      outgoing.end(body.subarray(-3))
      const [response] = await once(outgoing, 'response')
      return response.resume()
    },
  }
}

/** A TCP connection on which a test controls each byte, as no HTTP client allows. */
export async function openRawConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let received = ''
  socket.on('data', (chunk) => (received += chunk))
  /** Resolves with all data when the connection is closed; rejects for a reset. */
  const ended = once(socket, 'close').then(() => received)
  ended.catch(() => {})
  await once(socket, 'connect')
  return {
    socket,
    ended,
    /** Resolves when the system has accepted the bytes. */
    write: promisify<string, void>(socket.write.bind(socket)),
    /** Resolves with the data so far once it contains the text; rejects when the connection ends before. */
    async until(text: string) {
      while (!received.includes(text)) {
        if (socket.closed) throw new Error(`the connection ended after "${received}"`)
        await Promise.race([once(socket, 'data'), ended])
      }
      const found = received
      received = ''
      return found
    },
  }
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
