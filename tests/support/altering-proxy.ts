// A proxy between the browser and the product that alters documents. Playwright's own routes would switch the browser's
// cache off, so that every page would load all its code again.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AlteringProxy {
  url: string
  /** The port of the product; set after its start, because the product needs the proxy's URL. */
  port: number
  /** Takes the markup of a document without its scripts and styles; null changes nothing. */
  alter: (html: string) => string | null
  stop(): Promise<void>
}

export async function startAlteringProxy(): Promise<AlteringProxy> {
  const server = createServer((incoming, outgoing) => {
    // An altered document is not compressed, and must not be revalidated by the ETag of the original.
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = incoming.headers
    const isDocument = incoming.headers['sec-fetch-dest'] === 'document'
    const options = { port: proxy.port, method: incoming.method, path: incoming.url }
    const call = request({ ...options, headers: isDocument ? headers : incoming.headers }, (response) => {
      if (isDocument) return void sendAltered(response, outgoing)
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    // When one end disconnects, the other connection is closed, too.
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

/** Leaves scripts and styles as they are: the policy allows them by hash. */
function alterMarkup(html: string, alter: AlteringProxy['alter']): string {
  const scripts: string[] = []
  const markup = html.replace(
    /<(script|style)\b.*?<\/\1>/gs,
    (script) => `<!--${scripts.push(script) - 1}-->`,
  )
  const altered = alter(markup) ?? markup
  return altered.replace(/<!--(\d+)-->/g, (_, at) => scripts[at] ?? '')
}
