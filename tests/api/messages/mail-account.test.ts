// The email account that an admin sets up: tested before it is stored, encrypted, and for public mail servers only.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { eventsOf, goodMessage } from '../../support/calls.ts'
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { publicAddress, startTestNetwork } from '../../support/peers/test-network.ts'
import { ownApp, type Running } from '../../support/start.ts'

const rejectedReply = '550 5.1.1 No such user here'

const path = '/api/settings/mail'
const password = 'abcd-efgh-ijkl'
const given = { host: 'secure.example', port: 465, address: 'juno@secure.example' }
const account = { ...given, user: given.address }

function mailCalls(app: Running, cookie: string) {
  return {
    set: (over: object = {}) =>
      app.json(path, { method: 'PUT', json: { ...given, password, ...over }, cookie }),
    read: async () => (await app.json(path, { cookie })).body,
    isConfigured: async () => (await app.json('/dashboard', { cookie })).body.mail,
    failing: async () => (await app.json('/dashboard', { cookie })).body.mail.failing,
    write: (text: string) => app.json('/contacts', { json: { ...goodMessage, message: text } }),
  }
}

async function started(env: Record<string, string> = {}) {
  const network = await startTestNetwork()
  onTestFinished(() => network.stop())
  const app = await ownApp({ OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'info', ...env })
  Object.assign(app.context.network, network)
  await app.runJobs('mail')
  const log = app.captureLog()
  const cookie = await app.asAdmin()
  return {
    app,
    network,
    peer: network.peer,
    log,
    cookie,
    keyFile: join(app.context.config.dataDir, 'mail.key'),
    ...mailCalls(app, cookie),
  }
}

const nothing = { fixed: null, account: null, owners: ['owner@example.com'] }

const storedAccount = ({ context }: Running) =>
  context.db.selectFrom('states').selectAll().where('name', '=', 'mail-account').execute()

test('an account is only taken from an admin who has lately entered the password, and who is one still when it has been tested', async () => {
  const { app, network, set } = await started()
  const { resolve } = network
  app.context.network.resolve = async (name) => {
    await app.context.db.updateTable('users').set({ role: 'user' }).execute()
    return resolve(name)
  }
  expect((await set()).status).toBe(403)
  expect(await storedAccount(app)).toEqual([])
  await app.context.db.updateTable('users').set({ role: 'admin' }).execute()
  const tried = network.connections.length
  app.pass(16 * 60_000)
  expect((await set()).body.code).toBe('reauthenticate')
  expect(network.connections).toHaveLength(tried)
})

test('an account is tested with an email to the owner, then sends all emails; its password is nowhere to be read', async () => {
  const { app, peer, set, read, isConfigured, write, log, cookie, keyFile } = await started()
  expect(await read()).toEqual(nothing)
  await expect.poll(isConfigured).toEqual({ configured: false, failing: null })
  const saved = await set()
  expect(saved.body.message).toBe('Email works: a test email was sent to owner@example.com.')
  const from = { address: 'juno@secure.example' }
  expect(peer.emails).toMatchObject([{ recipients: ['owner@example.com'], from }])
  expect(await read()).toEqual({ ...nothing, account: { ...account, isLocked: false } })
  await expect.poll(isConfigured).toEqual({ configured: true, failing: null })
  await write('How much is a site?')
  expect((await peer.arrived(2))[1]).toMatchObject({ from })
  const detail = 'juno@secure.example, secure.example:465'
  expect(await eventsOf(app, cookie, 'kind=mail.changed')).toMatchObject([{ detail }])
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const states = await storedAccount(app)
  expect(states).toHaveLength(1)
  const everything = [await app.rowsAsText(), ...log, JSON.stringify([states, await read()])].join('\n')
  for (const encoding of ['utf8', 'base64', 'hex'] as const)
    expect(everything).not.toContain(Buffer.from(password).toString(encoding))
})

test('an account may use STARTTLS on port 587, with a user name of its own', async () => {
  const { set, read, network } = await started()
  expect((await set({ port: 587, user: 'juno' })).status).toBe(200)
  expect((await read()).account).toMatchObject({ port: 587, user: 'juno' })
  expect(network.connections).toEqual([{ addresses: [publicAddress], port: 587 }])
})

test('an account in place of one that no longer logs in: what waits is sent at once, and the account before is told to the owner', async () => {
  const { app, peer, set, write, failing } = await started()
  await set()
  peer.rejects.set('login', '535 5.7.8 Bad app password')
  await write('Are you there?')
  await expect.poll(failing).toContain('Bad app password (1 email waits')
  peer.rejects.clear()
  expect((await set({ password: 'ijkl-mnop', address: 'other@secure.example' })).status).toBe(200)
  await peer.arrived(4)
  const sent = peer.emails.map(({ from, subject }) => `${from?.address}: ${subject}`).join('\n')
  expect(sent).toMatch(/^other@.*: New message/im)
  expect(sent).toMatch(/^juno@.*: Another account now sends the emails of/m)
  await expect.poll(() => app.queuedMail()).toEqual([])
})

test('what the mail server or the network says stands at its field, without the password, and nothing is stored', async () => {
  const { set, read, network, log, keyFile } = await started()
  const { peer, hosts } = network
  hosts['other.example'] = [publicAddress]
  for (const [rejects, over, field, text] of [
    [{}, { host: 'other.example' }, 'host', /certificate/],
    [{}, { host: 'none.example' }, 'host', /^There is no mail server of this name\.$/],
    [{ connect: '554 5.7.1 Not welcome' }, {}, 'host', /554 5\.7\.1 Not welcome/],
    [{ login: '535 5.7.8 Bad app password' }, {}, 'password', /535 5\.7\.8 Bad app password$/],
    [{ login: `535 Not ${password}` }, {}, 'password', /Not \[secret\]$/],
    [{ sender: '553 5.7.1 Not your address' }, {}, 'address', /553 5\.7\.1 Not your address$/],
    [{}, {}, 'address', /550 5\.1\.1 Unknown$/],
  ] as const) {
    const unknown = { 'owner@example.com': '550 5.1.1 Unknown' }
    peer.rejects = new Map(Object.entries({ ...unknown, ...rejects }))
    const { status, body } = await set(over)
    expect([status, body.errors]).toEqual([400, { [field]: expect.stringMatching(text) }])
    expect(JSON.stringify(body)).not.toContain(password)
  }
  expect(await read()).toEqual(nothing)
  expect(await stat(keyFile).catch(() => null)).toBeNull()
  expect(log.join()).not.toContain(password)
})

test('only a public mail server on its own ports is connected to, also when its name leads elsewhere later, or in the moment of the connection', async () => {
  const { app, set, network, write, failing } = await started()
  network.hosts['half.example'] = [publicAddress, '127.0.0.1']
  const errors = { host: 'This is not the address of a public mail server.' }
  for (const host of ['::ffff:127.0.0.1', 'half.example'])
    expect([host, (await set({ host })).body.errors]).toEqual([host, errors])
  expect((await set({ port: 25 })).body.errors).toEqual({ port: 'Choose 465 or 587.' })
  expect(network.connections).toEqual([])
  await set()
  const resolve = vi.spyOn(app.context.network, 'resolve')
  resolve.mockResolvedValueOnce([publicAddress]).mockResolvedValue(['127.0.0.1'])
  await write('One')
  await network.peer.arrived(2)
  // The second time it was resolved for the second email.
  expect(network.connections.map(({ addresses }) => addresses)).toEqual([[publicAddress], [publicAddress]])
  await write('Two')
  await expect.poll(failing).toContain('not the address of a public mail server')
  expect(network.connections).toHaveLength(2)
  expect(await app.queuedMail()).toHaveLength(1)
})

test('the password of the account does not open for another host that somebody writes into the row', async () => {
  const { app, set, read, network } = await started()
  await set()
  network.hosts['evil.example'] = [publicAddress]
  const [row] = await storedAccount(app)
  const value = row?.value.replace('secure.example', 'evil.example') ?? ''
  await app.context.db.updateTable('states').set({ value }).where('name', '=', 'mail-account').execute()
  expect((await read()).account.isLocked).toBe(true)
  expect(network.connections).toHaveLength(1)
})

test('SMTP_URL wins: no account can be set up, and one from before is not used', async () => {
  const { app, set, peer } = await started()
  await set()
  const other = await startSmtpPeer()
  onTestFinished(other.stop)
  Object.assign(app.context, { config: { ...app.context.config, smtpUrl: other.url } })
  const { status, body } = await set()
  expect([status, body.message]).toEqual([409, expect.stringContaining('SMTP_URL is set on the server')])
  const again = mailCalls(app, await app.asAdmin('second@example.com'))
  expect((await again.read()).fixed).toBe('127.0.0.1')
  await app.register({ email: 'ada@example.com' })
  await other.arrived(1)
  expect(peer.emails).toHaveLength(1)
})

test('a backup has neither the account nor its key', async () => {
  const { app, cookie, set } = await started()
  await set()
  const json = { interval: 'daily', keep: 1, time: '00:00' }
  await app.json('/api/settings/backups', { method: 'PUT', json, cookie })
  await app.runDue('backups')
  const { backupDir } = app.context.config
  const [name = ''] = await readdir(backupDir)
  const archive = await readFile(join(backupDir, name))
  expect(archive.includes('backup-schedule')).toBe(true)
  const key = await readFile(join(app.context.config.dataDir, 'mail.key'))
  for (const secret of [password, 'mail-account', 'sealed', key]) expect(archive.includes(secret)).toBe(false)
})

test('where the key is lost emails wait and the settings say so, until the password is entered again', async () => {
  const { set, read, peer, keyFile, write, failing } = await started()
  await set()
  await rm(keyFile)
  expect((await read()).account).toEqual({ ...account, isLocked: true })
  await write('Are you there?')
  await expect.poll(failing).toMatch(/^The app password cannot be read here, .*\. \(1 email waits/)
  expect(peer.emails).toHaveLength(1)
  // As a full disk leaves it.
  await writeFile(keyFile, '')
  expect((await set()).status).toBe(200)
  await peer.arrived(3)
  expect(await read()).toMatchObject({ account: { isLocked: false } })
})

test.runIf(inject('postgres'))(
  'where the key is lost another instance follows at once; without the key it leaves emails to those that have it',
  async () => {
    const { app, network, set, peer } = await started()
    const { databaseUrl } = app.context.config
    const other = await ownApp({ DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'silent' })
    Object.assign(other.context.network, network)
    await other.runJobs('mail')
    const there = mailCalls(other, await other.asAdmin('second@example.com'))
    await set()
    expect((await there.read()).account).toEqual({ ...account, isLocked: true })
    await app.runJobs()
    await there.write('Are you there?')
    await expect.poll(there.failing).toMatch(/Enter it again/)
    await app.runJobs('mail')
    app.pass(60_000)
    await peer.arrived(2)
  },
)

test('a mail server’s answer to the test email is in the response: accepted, rejected for good or for now, or none', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  const app = await ownApp({ SMTP_URL: peer.url, LOG_LEVEL: 'silent' })
  const cookie = await app.asAdmin('boss@example.com')
  const answer = async () => {
    const { status, body } = await app.json('/api/settings/test-mail', { method: 'POST', cookie })
    return [status, body.message]
  }
  const sent = /^Test email sent to boss@example\.com\. The mail server replied: 250/
  expect(await answer()).toEqual([200, expect.stringMatching(sent)])
  const [email] = await peer.arrived(1)
  expect(email?.recipients).toEqual(['boss@example.com'])
  peer.rejects.set('recipient', rejectedReply)
  expect(await answer()).toEqual([502, expect.stringContaining(rejectedReply)])
  peer.rejects.set('recipient', '451 4.3.0 Try again later')
  expect(await answer()).toEqual([503, expect.stringContaining('451')])
  await peer.stop()
  const [status, message] = await answer()
  expect([status, message]).toEqual([503, expect.stringContaining('ECONNREFUSED')])
  expect(message).not.toMatch(/\n|at /)
})
