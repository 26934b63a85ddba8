// A real app on a fresh database, with its outbox running, its letters readable and its clock movable.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import type { ServerBuild } from 'react-router'
import { inject } from 'vitest'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { newId } from '../server/core/context.ts'
import { deliverDue, runOutbox } from '../server/core/outbox.ts'
import { hashPassword } from '../server/core/passwords.ts'
import { finishPictures } from '../server/core/pictures.ts'
import { createContext } from '../server/create-context.ts'
import { migrate } from '../server/db/migrate.ts'

export interface Sent {
  method?: string
  json?: unknown
  form?: Record<string, string | Blob>
  cookie?: string
  headers?: Record<string, string>
}

export type Running = Awaited<ReturnType<typeof startApp>>

/** @param env settings beside the test's own; `pages: true` needs the built product. */
export async function startApp(env: Record<string, string> = {}, options: { pages?: boolean } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  const database = await freshDatabase()
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'off',
    THROTTLE: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...env,
  })
  let ahead = 0
  const context = { ...createContext(config), now: () => new Date(Date.now() + ahead) }
  await context.uploads.check()
  await migrate(context.db)
  const loadBuild = options.pages
    ? () => import(new URL('../build/server/index.js', import.meta.url).href) as Promise<ServerBuild>
    : undefined
  const app = createApp(context, loadBuild)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  http.on('request', (request, response) => {
    if (!app.serveKept(request, response)) listener(request, response)
  })
  let stopOutbox = runOutbox(context)
  const url = `http://127.0.0.1:${port}`

  async function send(path: string, sent: Sent = {}): Promise<Response> {
    const headers: Record<string, string> = { ...sent.headers }
    if (sent.cookie) headers.cookie = sent.cookie
    let body: string | FormData | undefined
    if (sent.json !== undefined) {
      headers['content-type'] ??= 'application/json'
      body = JSON.stringify(sent.json)
    }
    if (sent.form) {
      body = new FormData()
      for (const [name, value] of Object.entries(sent.form)) body.append(name, value)
    }
    const method = sent.method ?? (body === undefined ? 'GET' : 'POST')
    return fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }), redirect: 'manual' })
  }

  /** Makes an account with a verified address straight in the database. */
  async function addUser(user: { email: string; password?: string; name?: string; admin?: boolean }) {
    const id = newId()
    await context.db
      .insertInto('users')
      .values({
        id,
        name: user.name ?? 'Test Person',
        email: user.email,
        password_hash: await hashOf(user.password ?? password),
        role: user.admin ? 'admin' : 'user',
        avatar: null,
        email_verified_at: context.now().toISOString(),
        created_at: context.now().toISOString(),
      })
      .execute()
    return id
  }

  /** @returns the cookie of a new session. */
  async function signIn(email: string, secret = password): Promise<string> {
    const response = await send('/login', { json: { email, password: secret } })
    if (response.status !== 200)
      throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
    return cookieOf(response)
  }

  return {
    url,
    context,
    send,
    addUser,
    signIn,
    /** JSON of an answer with its status. */
    // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of an answer
    async json(path: string, sent?: Sent): Promise<{ status: number; body: any; headers: Headers }> {
      const response = await send(path, sent)
      return { status: response.status, body: await response.json(), headers: response.headers }
    },
    async asAdmin(email = 'admin@example.com') {
      await addUser({ email, admin: true, name: 'Ada Admin' })
      return signIn(email)
    },
    async asUser(email = 'user@example.com') {
      await addUser({ email, name: 'Uma User' })
      return signIn(email)
    },
    /** Moves the clock forward, in milliseconds. */
    pass(ms: number) {
      ahead += ms
    },
    /** Waits until nothing is due and reads every letter in the outbox folder, oldest first. */
    async letters(): Promise<Email[]> {
      await stopOutbox()
      await deliverDue(context)
      const folder = join(dataDir, 'outbox')
      const names = await readdir(folder).catch(() => [])
      const files = await Promise.all(names.sort().map((name) => readFile(join(folder, name))))
      stopOutbox = runOutbox(context)
      return Promise.all(files.map((file) => PostalMime.parse(file)))
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await stopOutbox()
      await finishPictures()
      await context.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Hashing is slow on purpose: one hash serves every account of these tests with the same password. */
const hashes = new Map<string, Promise<string>>()

function hashOf(secret: string): Promise<string> {
  const hash = hashes.get(secret) ?? hashPassword(secret)
  hashes.set(secret, hash)
  return hash
}

/** Good for accounts whose password does not matter. */
export const password = 'Correct-Horse-7'

export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** A new database on the test run's PostgreSQL, or null where this run uses SQLite. */
async function freshDatabase() {
  const server = inject('postgres')
  if (!server) return null
  const name = `t_${newId()}`
  await ask(server, `create database ${name}`)
  return {
    url: `${server}/${name}`,
    drop: () => ask(server, `drop database ${name} with (force)`),
  }
}

async function ask(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
