// The last step of a build: a page that cannot start its code ends the build, not the visit of the first visitor.
// React Router may write another start script after an update (web/after-paint.ts).
import { createHash } from 'node:crypto'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from '../build/server/index.js'
import { checkPublicPages } from '../server/cli/check-pages.ts'

const context = new RouterContextProvider()
context.set(build.entry.module.apiContext, {
  origin: 'http://localhost',
  site: async () => ({ brand: async () => null, reach: { ways: [], footer: [] }, home: () => ({}) }),
  isCounting: async () => true,
  sha256: (text) => createHash('sha256').update(text).digest('base64'),
})
// A page that no route has: the root is rendered with its error page, and needs nothing but what is above.
const request = new Request('http://localhost/no-such-page')
const response = await createRequestHandler(build, 'production')(request, context)
const html = await response.text()
if (response.status !== 404) throw new Error(`The server responded with ${response.status}:\n${html}`)
const [start = ''] = /<template id="app-start">.*?<\/template>/s.exec(html) ?? []
if (!start.includes(`import("${build.assets.entry.module}")`))
  throw new Error('A page does not start the entry of the browser.')
// Sheets that come before the order of their layers would be in another one (web/first-style.ts).
const layers = html.indexOf('@layer base,')
if (layers < 0 || layers > html.indexOf('rel="stylesheet"'))
  throw new Error('A page does not begin with the order of the layers.')

try {
  await checkPublicPages()
} catch (error) {
  console.error(`The build is not usable: ${error.message}`)
  process.exit(1)
}
