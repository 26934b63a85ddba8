// What a visitor and the owner do first, in WebKit, the engine of Safari: all other tests in a browser see Chromium alone.
// Debian's packages webkit2gtk-driver and xvfb have it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { goodMessage } from '../support/calls.ts'
import { admin, adminSettings, freePort, startServer } from '../support/server-process.ts'

const escapeKey = '\uE00C'
const polling = { timeout: 30_000, interval: 100 }

/** A window of WebKit over WebDriver (W3C); ended with the test. */
async function openSafari() {
  const port = await freePort()
  const driver = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`],
    { detached: true },
  )
  onTestFinished(() => void process.kill(-(driver.pid ?? 0), 'SIGKILL'))
  const send = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const request = { method, ...(body && { body: JSON.stringify(body) }) }
    const { value } = await (await fetch(`http://127.0.0.1:${port}/session${path}`, request)).json()
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const create = () =>
    send('', { capabilities: {} }).then(
      ({ sessionId }) => sessionId,
      () => '',
    )
  let session = ''
  await expect.poll(async () => (session = await create()), polling).not.toBe('')
  await send(`/${session}/window/rect`, { width: 1440, height: 1000 })
  const find = async (css: string): Promise<string> => {
    const [id] = Object.values(await send(`/${session}/element`, { using: 'css selector', value: css }))
    return `/${session}/element/${id}`
  }
  const run = (script: string) => send(`/${session}/execute/sync`, { script: `return ${script}`, args: [] })
  const sees = (css: string, isThere = true) =>
    expect
      .poll(() => run(`document.querySelectorAll(${JSON.stringify(css)}).length > 0`), polling)
      .toBe(isThere)
  const url = () => send(`/${session}/url`)
  return {
    run,
    sees,
    async open(url: string) {
      await send(`/${session}/url`, { url })
      await sees('html[data-hydrated]')
    },
    async press(css: string) {
      await sees(css)
      await send(`${await find(css)}/click`, {})
    },
    async type(css: string, text: string) {
      await send(`${await find(css)}/value`, { text })
    },
    async pressKey(value: string) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }))
      await send(`/${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] })
    },
    leads: (to: string) => expect.poll(url, polling).toBe(to),
  }
}

test.runIf(existsSync('/usr/bin/WebKitWebDriver'))(
  'in Safari a preview is closed, the slider goes round, a message arrives in the inbox and its reply is begun',
  async () => {
    const DATA_DIR = await scratchFolder()
    await using server = await startServer({
      DATA_DIR,
      DEMO_CONTENT: 'on',
      THROTTLE: 'off',
      ...adminSettings,
    })
    const safari = await openSafari()

    await safari.open(`${server.url}/portfolio?search=fjord`)
    await safari.press('a[aria-label="View Fjordlys Hotel"]')
    await safari.press('a[aria-label="Close preview"]')
    await safari.leads(`${server.url}/portfolio?search=fjord`)

    await safari.open(server.url)
    await safari.press('button[aria-label="Pause slides"]')
    for (const slide of [4, 1]) {
      await safari.press('button[aria-label="Next image"]')
      await safari.sees(`[aria-current=true][aria-label="Show slide ${slide}"]`)
    }

    await safari.open(`${server.url}/contact`)
    const message = { ...goodMessage, name: 'Greta Solheim' }
    for (const [name, text] of Object.entries(message)) await safari.type(`[name=${name}]`, text)
    await expect.poll(() => safari.run('performance.now()'), polling).toBeGreaterThan(2_000)
    await safari.press('main form button[type=submit]')
    await safari.sees('main form p[tabindex="-1"]')

    await safari.open(`${server.url}/login`)
    for (const name of ['email', 'password'] as const) await safari.type(`main [name=${name}]`, admin[name])
    await safari.press('main form button[type=submit]')
    await safari.leads(`${server.url}/dashboard`)
    await safari.open(`${server.url}/dashboard/view-contacts`)
    await safari.press('[aria-label="Reply to Greta Solheim"]')
    await safari.press('dialog button[popovertarget]')
    await safari.sees('dialog [popover]:popover-open')
    await safari.pressKey(escapeKey)
    await safari.sees('dialog [popover]:popover-open', false)
    await safari.sees('dialog[open]')
    await safari.pressKey(escapeKey)
    await safari.sees('dialog[open]', false)

    // Each row is pressed for its own message.
    await server.call('/contacts', { json: { ...message, message: 'A second one.' } })
    await safari.open(`${server.url}/dashboard/view-contacts`)
    await safari.sees('tbody tr:nth-child(2)')
    const id = await safari.run("document.querySelector('tbody [data-message]').dataset.message")
    await safari.press('tbody tr:first-child [data-message]')
    await safari.leads(`${server.url}/dashboard/view-contacts?message=${id}`)
  },
)
