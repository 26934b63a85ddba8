// The server's HTML of every kind of page conforms to the standard.
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { allPages } from '../../../contract/pages.ts'
import { portfolioCalls } from '../../support/calls.ts'
import { type Running, sharedApp } from '../../support/start.ts'

// Conformance only, no preferences of style; no configuration files are looked for.
const validator = new HtmlValidate(
  new FileSystemConfigLoader({ root: true, extends: ['html-validate:standard'] }),
)

let app: Running
let cookie: string
const { added } = portfolioCalls(() => ({ app, cookie }))

sharedApp(
  async (started) => {
    app = started
    cookie = await app.asAdmin()
    // A name full of what HTML gives a meaning.
    const { id } = await added({ pname: `Sable & "Stone" <b>'s`, status: 'published' })
    expect(id).toBe('sable-stone-b-s')
  },
  {},
  { pages: true },
)

test.each([
  ...allPages.map((path) => path.replace(/:\w+/, 'unknown')),
  '/portfolio/sable-stone-b-s',
  '/portfolio?category=Print&search=%22%3Cfjord',
  '/verify-email-token?token=unknown&email=a%40example.com',
  '/no-such-page',
])('%s is valid HTML', async (path) => {
  const response = await app.send(path, { headers: { accept: 'text/html' }, cookie })
  const { results } = await validator.validateString(await response.text())
  const found = results.flatMap(({ messages }) => messages)
  expect(found.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`)).toEqual([])
})
