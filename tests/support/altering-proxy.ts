// Stands between the product and the browser, and changes the documents on their way. Playwright's own routes would do
// the same, but switch the browser's cache off, so that every page would load all its code again.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AlteringProxy {
  url: string
  /** Where the product listens on localhost; to be set once it does, because the product is told the proxy's URL. */
  port: number
  /** Takes the markup of a document without its scripts and styles; null changes nothing. */
  alter: (html: string) => string | null
  stop(): Promise<void>
}

export async function startAlteringProxy(): Promise<AlteringProxy> {
  const server = createServer((incoming, outgoing) => {
    // A document that has been altered is neither compressed nor known by the entity tag of the original.
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = incoming.headers
    const isDocument = incoming.headers['sec-fetch-dest'] === 'document'
    const options = { port: proxy.port, method: incoming.method, path: incoming.url }
    const call = request({ ...options, headers: isDocument ? headers : incoming.headers }, (response) => {
      if (isDocument) return void sendAltered(response, outgoing)
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    // The browser went away, or the product did: the other end hears of it.
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })

  async function sendAltered(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const html = (await response.setEncoding('utf8').toArray()).join('')
    const { 'content-length': _, ...headers } = response.headers
    outgoing.writeHead(response.statusCode ?? 502, headers)
    outgoing.end(alterMarkup(html, proxy.alter))
  }

  await new Promise<void>((resolve) => server.listen(0, resolve))
  const proxy: AlteringProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    port: 0,
    alter: () => null,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return proxy
}

/** Leaves scripts and styles as they are: the policy knows them by hash. */
function alterMarkup(html: string, alter: AlteringProxy['alter']): string {
  const scripts: string[] = []
  const markup = html.replace(
    /<(script|style)\b.*?<\/\1>/gs,
    (script) => `<!--${scripts.push(script) - 1}-->`,
  )
  const altered = alter(markup) ?? markup
  return altered.replace(/<!--(\d+)-->/g, (_, at) => scripts[at] ?? '')
}
