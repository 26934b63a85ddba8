// Starts the app on a fresh database, with a running outbox, readable emails and an adjustable clock.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { inject } from 'vitest'
import { startSession } from '../../server/accounts/sessions.ts'
import { newId } from '../../server/context.ts'
import { runDue, runJobs } from '../../server/jobs/runner.ts'
import { checkResponse } from './described-responses.ts'
import { migratedTemplate, runStatement } from './postgres.ts'
import { type Replaced, startTestServer } from './test-server.ts'

export interface Sent {
  method?: string
  json?: unknown
  form?: Record<string, string | Blob>
  cookie?: string
  headers?: Record<string, string>
}

export type Running = Awaited<ReturnType<typeof startApp>>

/** @param env additional settings */
export async function startApp(env: Record<string, string> = {}, replaced: Replaced = {}) {
  const database = await freshDatabase()
  const server = await startTestServer(
    { ...(database ? { DATABASE_URL: database.url } : {}), ...env },
    replaced,
  )
  const { context } = server
  let stopOutbox = runJobs(context, ['mail'])
  const url = `http://127.0.0.1:${server.port}`

  async function send(path: string, sent: Sent = {}): Promise<Response> {
    // A message is sent as the page sends it, or it is held back.
    const ofBrowser: Record<string, string> =
      path === '/contacts' && sent.json ? { origin: url, 'user-agent': 'Mozilla/5.0' } : {}
    const headers: Record<string, string> = { ...ofBrowser, ...sent.headers }
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
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    await checkResponse({ method, path }, response)
    return response
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
    return `${context.config.publicUrl.startsWith('https:') ? '__Host-session' : 'session'}=${id}`
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
    routes: server.routes,
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
    pass: server.pass,
    /** Stops the outbox, as a stop of the process does; `startMail` starts it again. */
    stopMail: () => stopOutbox(),
    startMail() {
      stopOutbox = runJobs(context, ['mail'])
    },
    /** Waits until nothing is due and reads every email in the outbox folder, oldest first. */
    async emails(): Promise<Email[]> {
      await stopOutbox()
      // Emails with reset links are sent after a random delay; here at once.
      await context.db
        .updateTable('jobs')
        .set({ due_at: context.now().toISOString() })
        .where('kind', '=', 'reset')
        .where('attempts', '=', 0)
        .execute()
      await runDue(context, 'mail')
      const folder = join(context.config.dataDir, 'outbox')
      const names = await readdir(folder).catch(() => [])
      const files = await Promise.all(names.sort().map((name) => readFile(join(folder, name))))
      stopOutbox = runJobs(context, ['mail'])
      return Promise.all(files.map((file) => PostalMime.parse(file)))
    },
    async stop() {
      await stopOutbox()
      await server.stop()
      await database?.drop()
    },
  }
}

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
