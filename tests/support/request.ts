// Sends requests as a browser does, unchanged, or byte by byte. Without a test runner: benchmarks use it, too.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { Client } from 'undici'

export interface Sent {
  method?: string
  json?: unknown
  form?: Record<string, string | Blob>
  /** The whole body, with its type. */
  file?: Blob
  cookie?: string
  headers?: Record<string, string>
}

export const methodOf = ({ method, json, form, file }: Sent) =>
  method ?? (json === undefined && !form && !file ? 'GET' : 'POST')

/** Sends a request and follows no redirect. */
export function request(url: string, path: string, sent: Sent = {}): Promise<Response> {
  const headers: Record<string, string> = {}
  // A message is sent as the page sends it, or it is held back.
  if (path === '/contacts' && sent.json) Object.assign(headers, { origin: url, 'user-agent': 'Mozilla/5.0' })
  Object.assign(headers, sent.headers)
  if (sent.cookie) headers.cookie = sent.cookie
  if (sent.json !== undefined) headers['content-type'] ??= 'application/json'
  const body =
    sent.json === undefined ? (sent.form ? formOf(sent.form) : sent.file) : JSON.stringify(sent.json)
  return fetch(url + path, { method: methodOf(sent), headers, body: body ?? null, redirect: 'manual' })
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** As `request`, with what is read of the response. */
export const call = async (...of: Parameters<typeof request>) => read(await request(...of))

export async function read(response: Response) {
  const isJson = response.headers.get('content-type')?.includes('json')
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of a response
  const body: any = await (isJson ? response.json() : response.text())
  return { status: response.status, headers: response.headers, body, cookie: cookieOf(response) }
}

export const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Sends a request target unchanged: fetch would resolve dot segments and add headers. */
export async function sendRaw(
  app: { url: string },
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const response = await new Client(app.url).request({ path, headers, method, reset: true })
  const received = new Headers(response.headers as Record<string, string>)
  return { status: response.statusCode, headers: received, text: await response.body.text() }
}

/** What a browser sends when somebody opens a URL. */
export const navigation = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}

/** Of a browser, which is no program that visits are not counted of. */
export const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Opens a page as the browser of a visitor does. */
export const visit = (
  app: { url: string },
  path: string,
  headers?: Record<string, string>,
  method?: string,
) =>
  sendRaw(app, path, { ...navigation, 'sec-fetch-dest': 'document', 'user-agent': agent, ...headers }, method)

/** The bytes of a form, with its type. */
export async function formBytes(fields: Record<string, string | Blob>) {
  const whole = new Response(formOf(fields))
  const type = whole.headers.get('content-type') ?? ''
  return { body: Buffer.from(await whole.arrayBuffer()), headers: { 'content-type': type } }
}

/** Sends the head of a request, which the server has read then, and the first bytes of its body. */
export async function beginRequest(
  url: string,
  body: Buffer,
  headers: Record<string, string | number>,
  { method = 'POST', first = 3 } = {},
) {
  const outgoing = httpRequest(url, { method, headers: { expect: '100-continue', ...headers } })
  outgoing.on('error', () => {})
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  await new Promise((resolve) => outgoing.write(body.subarray(0, first), resolve))
  return {
    destroy: () => void outgoing.destroy(),
    /** Sends the rest. */
    async finish(): Promise<IncomingMessage> {
      outgoing.end(body.subarray(first))
      const [response] = await once(outgoing, 'response')
      return response.resume()
    },
  }
}

/** A TCP connection on which a test controls each byte, as no HTTP client allows. */
export async function openRawConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let received = ''
  /** Resolves with all data when the connection is closed; rejects for a reset. */
  const ended = new Promise<string>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })
  const closed = ended.then(() => {
    throw new Error(`the connection ended after "${received}"`)
  })
  closed.catch(() => {})
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'connect')
  return {
    socket,
    ended,
    /** Resolves when the system has accepted the bytes. */
    write: promisify<string, void>(socket.write.bind(socket)),
    /** Resolves with the data so far once it contains the text; rejects when the connection ends before. */
    async until(text: string) {
      while (!received.includes(text)) await Promise.race([once(socket, 'data'), closed])
      const found = received
      received = ''
      return found
    },
  }
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
