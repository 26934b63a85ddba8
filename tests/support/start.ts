// Starts the app on a fresh database, with a running outbox, readable emails and an adjustable clock.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import PostalMime, { type Email } from 'postal-mime'
import type { ServerBuild } from 'react-router'
import { inject } from 'vitest'
import { type HashParameters, PasswordHasher } from '../../server/accounts/password-hashing.ts'
import { startSession } from '../../server/accounts/sessions.ts'
import { createApp } from '../../server/app.ts'
import type { BrandBook } from '../../server/brand/brand.ts'
import { readConfig } from '../../server/config.ts'
import { newId } from '../../server/context.ts'
import { createContext } from '../../server/create-context.ts'
import type { Database } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createHttpServer, type HttpLimits, httpLimits } from '../../server/http/http-server.ts'
import { imageNames } from '../../server/image-names.ts'
import { recordInstallation } from '../../server/images/installation.ts'
import { deliverDue, runOutbox } from '../../server/mail/outbox.ts'
import { openMetrics } from '../../server/metrics/metrics.ts'
import type { OwnerContent } from '../../server/pages/owner-content.ts'
import { followPublicContent } from '../../server/public-content.ts'
import { migratedTemplate, runStatement } from './postgres.ts'

export interface Sent {
  method?: string
  json?: unknown
  form?: Record<string, string | Blob>
  cookie?: string
  headers?: Record<string, string>
}

export type Running = Awaited<ReturnType<typeof startApp>>

/**
 * @param env additional settings
 * @param options `pages: true` needs the built product, `brand` and `ownerContent` are another owner's, `wrap` may put something around the
 * database, `http` are other limits of the server, `hash` other costs of a password's hash
 */
export async function startApp(
  env: Record<string, string> = {},
  options: {
    pages?: boolean
    brand?: BrandBook
    ownerContent?: OwnerContent
    wrap?: (db: Database) => Database
    http?: Partial<HttpLimits>
    hash?: HashParameters
  } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  const database = await freshDatabase()
  const http = createHttpServer((request, response) => handle(request, response), {
    limits: { ...httpLimits, ...options.http },
  })
  const { port } = await http.listen(0, '127.0.0.1')
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
  const own = createContext(config, await openMetrics(config))
  const context = {
    ...own,
    db: options.wrap?.(own.db) ?? own.db,
    passwordHasher: new PasswordHasher(options.hash ?? quickHash),
    brand: options.brand ?? own.brand,
    ownerContent: options.ownerContent ?? own.ownerContent,
    now: () => new Date(Date.now() + ahead),
  }
  await context.uploads.check()
  await migrate(context.db)
  await recordInstallation(context, imageNames)
  const loadBuild = options.pages
    ? () => import(new URL('../../build/server/index.js', import.meta.url).href) as Promise<ServerBuild>
    : undefined
  const app = createApp(context, loadBuild)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: 'localhost' })
  const handle: Parameters<typeof createHttpServer>[0] = (request, response) => {
    if (!app.serveCached(request, response)) listener(request, response)
  }
  let stopOutbox = runOutbox(context)
  const stopFollowing = followPublicContent(context)
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

  /** Inserts an account with a verified email address. */
  async function addUser(user: { email: string; password?: string; name?: string; admin?: boolean }) {
    const id = newId()
    await context.db
      .insertInto('users')
      .values({
        id,
        name: user.name ?? 'Test User',
        email: user.email,
        password_hash: await context.passwordHasher.hash(user.password ?? password),
        role: user.admin ? 'admin' : 'user',
        avatar: null,
        email_verified_at: context.now().toISOString(),
        created_at: context.now().toISOString(),
      })
      .execute()
    return id
  }

  /** Starts a session without checking a password. */
  async function sessionOf(userId: string): Promise<string> {
    const id = await startSession(context, context.db, userId)
    return `${config.publicUrl.startsWith('https:') ? '__Host-session' : 'session'}=${id}`
  }

  /** @returns the cookies of a new session. */
  async function signIn(email: string, secret = password): Promise<string> {
    const response = await send('/login', { json: { email, password: secret } })
    if (response.status !== 200)
      throw new Error(`the response to the sign-in was ${response.status}: ${await response.text()}`)
    return cookieOf(response)
  }

  return {
    url,
    context,
    send,
    addUser,
    signIn,
    /** The JSON of a response with its status. */
    // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of a response
    async json(path: string, sent?: Sent): Promise<{ status: number; body: any; headers: Headers }> {
      const response = await send(path, sent)
      return { status: response.status, body: await response.json(), headers: response.headers }
    },
    asAdmin: async (email = 'admin@example.com') =>
      sessionOf(await addUser({ email, admin: true, name: 'Ada Admin' })),
    asUser: async (email = 'user@example.com') => sessionOf(await addUser({ email, name: 'Uma User' })),
    /** Moves the clock forward, in milliseconds; back with a negative number. */
    pass(ms: number) {
      ahead += ms
    },
    /** Stops the outbox, as a stop of the process does; `startMail` starts it again. */
    stopMail: () => stopOutbox(),
    startMail() {
      stopOutbox = runOutbox(context)
    },
    /** Waits until nothing is due and reads every email in the outbox folder, oldest first. */
    async emails(): Promise<Email[]> {
      await stopOutbox()
      // Emails with reset links are sent after a random delay; here at once.
      await context.db
        .updateTable('outbox')
        .set({ due_at: context.now().toISOString() })
        .where('kind', '=', 'reset')
        .where('attempts', '=', 0)
        .execute()
      await deliverDue(context)
      const folder = join(dataDir, 'outbox')
      const names = await readdir(folder).catch(() => [])
      const files = await Promise.all(names.sort().map((name) => readFile(join(folder, name))))
      stopOutbox = runOutbox(context)
      return Promise.all(files.map((file) => PostalMime.parse(file)))
    },
    async stop() {
      http.server.closeAllConnections()
      await new Promise((resolve) => http.server.close(resolve))
      await stopOutbox()
      await stopFollowing()
      await context.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Hashes are slow on purpose, and a test run makes thousands; passwords.test.ts tests the product's parameters. */
const quickHash: HashParameters = { memory: 8, passes: 1, parallelism: 1 }

/** For accounts whose password does not matter. */
export const password = 'Correct-Horse-7'

export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** A new database with all tables on the test run's PostgreSQL, or null where this run uses SQLite. */
async function freshDatabase() {
  const server = inject('postgres')
  if (!server) return null
  const name = `t_${newId()}`
  await runStatement(server, `create database ${name} template ${migratedTemplate}`)
  return {
    url: `${server}/${name}`,
    drop: () => runStatement(server, `drop database ${name} with (force)`),
  }
}
