// npm run doctor: mail, PUBLIC_URL and the proxy, which are checked by connecting, or by what the server recorded.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logIn } from '../support/calls.ts'
import { doctor, settingsOf } from '../support/doctor.ts'
import { queueMail } from '../support/evidence.ts'
import { startSmtpPeer } from '../support/smtp-peer.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

async function running(settings: Record<string, string> = {}) {
  const app = await ownApp(settings)
  return { app, ...(await settingsOf(app)) }
}

/** A server for the time of the test. @returns its URL */
async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('mail', () => {
  test('whose login is accepted is in order, and rejected a problem; no email is sent, and no password printed', async () => {
    const peer = await startSmtpPeer({ login: true })
    onTestFinished(() => peer.stop())
    const { env } = await running()
    const SMTP_URL = `smtp://me:geheim@127.0.0.1:${peer.port}`
    const right = await doctor({ ...env, SMTP_URL })
    expect(right.output).toMatch(/^ok {6}Mail: the mail server accepts the connection and the login$/m)
    peer.rejects.login = '535 5.7.8 Wrong password geheim'
    const { code, output, problems } = await doctor({ ...env, SMTP_URL })
    expect(code).toBe(1)
    expect(problems).toEqual([
      expect.stringMatching(/Mail: the mail server .*\(.*Wrong password \[secret\]\); correct SMTP_URL/),
    ])
    expect(output).not.toContain('geheim')
    expect(peer.emails).toEqual([])
  })

  test('that waits after a failure is a problem, with the reason', async () => {
    const { app, env } = await running()
    await app.stopMail()
    await queueMail(app, ['ada@example.com'])
    await app.context.db
      .updateTable('jobs')
      .set({ attempts: 1, due_at: '9999', error: 'The greeting never came' })
      .where('queue', '=', 'mail')
      .execute()
    expect((await doctor(env)).problems).toEqual([
      expect.stringMatching(/Queue: emails wait: The greeting never came \(1 email waits/),
    ])
  })
})

describe('PUBLIC_URL', () => {
  test('where another program responds, or one that redirects, or nothing although the server runs, is a problem', async () => {
    const { env, port } = await running()
    const other = await listening((_, response) => response.end('hello'))
    expect((await doctor({ ...env, PUBLIC_URL: other })).problems).toEqual([
      expect.stringMatching(/another program responds .* let the proxy/),
    ])
    const redirect = await listening((_, response) =>
      response.writeHead(301, { Location: 'https://www.example.com/healthz?a=b' }).end(),
    )
    expect((await doctor({ ...env, PUBLIC_URL: redirect })).problems).toEqual([
      expect.stringMatching(/redirects to https:\/\/www\.example\.com; set PUBLIC_URL/),
    ])
    expect((await doctor({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` })).problems).toEqual([
      expect.stringMatching(/does not respond \(.*ECONNREFUSED.*\) although the server runs/),
    ])
  })

  test('whose clock differs is a problem', async () => {
    const { env } = await running()
    const PUBLIC_URL = await listening((_, response) => {
      response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString())
      response.end('{"status":"ok"}')
    })
    expect((await doctor({ ...env, PUBLIC_URL })).problems).toEqual([
      expect.stringMatching(/Clock: this clock is 60\d seconds ahead of that of PUBLIC_URL/),
    ])
  })
})

test('a proxy that is not trusted, or names no client, is a problem', async () => {
  const { app, env } = await running({ TRUST_PROXY: '1' })
  const trusted = { ...env, TRUST_PROXY: '1' }
  expect((await doctor(trusted)).output).toContain('Proxy: not checked: no admin has signed in yet')
  await app.addUser({ email: 'ada@example.com', admin: true })
  await logIn(app, 'ada@example.com')
  expect((await doctor(trusted)).problems).toEqual([
    expect.stringMatching(/Proxy: the last sign-in .* let the proxy set X-Forwarded-For/),
  ])
  app.pass(1000)
  await logIn(app, 'ada@example.com', undefined, { 'x-forwarded-for': '192.0.2.7' })
  expect((await doctor(trusted)).output).toMatch(/^ok {6}Proxy: .* came from 192\.0\.2\.7/m)
  const https = await doctor({ ...env, PUBLIC_URL: 'https://127.0.0.1:1' })
  expect(https.problems.join('\n')).toMatch(/Proxy: PUBLIC_URL is https but TRUST_PROXY is off/)
})
