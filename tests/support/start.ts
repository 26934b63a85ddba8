// Starts the app on a fresh database. Its clock and jobs run as a test says, and its responses are compared with the contract.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { Client } from 'undici'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { namedCalls, responseOf } from '../../contract/calls.ts'
import { statusOf } from '../../contract/problem.ts'
import { errorBody } from '../../contract/responses/done.ts'
import { ensureAdmin, makeAdmin } from '../../server/accounts/first-admin.ts'
import { startSession } from '../../server/accounts/guard.ts'
import { findByEmail } from '../../server/accounts/user-rows.ts'
import { allTables } from '../../server/backup/copy-tables.ts'
import { runVisitCounts } from '../../server/counts/stored-counts.ts'
import type { Tables } from '../../server/db/tables.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { newId } from '../../server/ids.ts'
import { addRecurring, failInterrupted } from '../../server/jobs/jobs.ts'
import { runJobs, startDue } from '../../server/jobs/runner.ts'
import { createLog } from '../../server/log.ts'
import { loadDemo } from '../../server/projects/demo.ts'
import { iso } from '../../server/time.ts'
import { createDatabase } from './peers/postgres.ts'
import { read, requestOf, type Sent } from './request.ts'
import { startTestServer } from './test-server.ts'

export { day, hour, minute } from '../../server/time.ts'

export type Running = Awaited<ReturnType<typeof startApp>>

type Options = Parameters<typeof startTestServer>

/** @param hook in reverse order: whatever is started later, or is registered later, is stopped before */
async function startApp(hook: typeof afterAll | typeof onTestFinished, ...[env, replaced]: Options) {
  const postgres = inject('postgres')
  const database = postgres === null ? null : await createDatabase(postgres, 'migrated')
  const server = await startTestServer({ ...(database && { DATABASE_URL: database.url }), ...env }, replaced)
  const { context } = server
  /** Requests may run a job at once; of what they queue nothing is run. */
  let stopJobs = runJobs(context, [])
  hook(async () => {
    await stopJobs()
    await server.stop()
    await database?.drop()
  })
  const url = `http://127.0.0.1:${server.port}`

  async function send(path: string, sent: Sent = {}): Promise<Response> {
    const request = requestOf(url, path, sent)
    const response = await fetch(request)
    await checkResponse(request, response)
    return response
  }

  /** Sends a request target unchanged: fetch would resolve dot segments and add headers. */
  async function sendRaw(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await new Client(url).request({ path, headers, method, reset: true })
    const received = new Headers(response.headers as Record<string, string>)
    return { status: response.statusCode, headers: received, text: await response.body.text() }
  }

  /** Inserts an account with a verified email address. @returns its id */
  async function addUser(user: { email: string; name?: string; admin?: boolean }): Promise<string> {
    const { email, name = 'Test User', admin } = user
    const account = { id: newId(), name, email, password_hash: await context.passwordHasher.hash(password) }
    const row = { ...account, avatar: null, email_verified_at: iso(context), created_at: iso(context) }
    const users = context.db.insertInto('users')
    await users.values({ ...row, role: admin ? 'admin' : 'user' }).execute()
    return account.id
  }

  /** Adds a user, and starts a session without checking a password. @returns its cookie */
  async function enterAs(user: Parameters<typeof addUser>[0]): Promise<string> {
    const id = await startSession(context, context.db, await addUser(user))
    return `${context.config.publicUrl.startsWith('https:') ? '__Host-session' : 'session'}=${id}`
  }

  const json = async (path: string, sent?: Sent) => read(await send(path, sent))

  /** Runs what is due in one queue until nothing is, by a clock that is as far ahead. */
  async function runDue(queue: string, ahead = 0): Promise<void> {
    const then = { ...context, now: () => new Date(context.now().getTime() + ahead) }
    if (context.jobs.stop.signal.aborted) context.jobs.stop = new AbortController()
    await addRecurring(then)
    for (;;) {
      await failInterrupted(then, false)
      await startDue(then, queue)
      const running = context.jobs.runningIn(queue)
      if (running.length === 0) return
      await Promise.all(running.map(({ outcome }) => outcome))
    }
  }

  /**
   * Sends what is due, and reads the emails in the outbox folder, oldest first.
   * @param wanted a recipient, a pattern of the subject, or both
   */
  async function emails(...wanted: (string | RegExp)[]): Promise<Email[]> {
    // Emails with reset links are sent after a random delay; here at once.
    const jobs = context.db.updateTable('jobs').set({ due_at: iso(context) })
    await jobs.where('kind', '=', 'reset').where('attempts', '=', 0).execute()
    await runDue('mail')
    const folder = join(context.config.dataDir, 'outbox')
    const names = await readdir(folder).catch(() => [])
    const files = await Promise.all(names.sort().map((name) => readFile(join(folder, name))))
    const all = await Promise.all(files.map((file) => PostalMime.parse(file)))
    const fits =
      ({ to, subject = '' }: Email) =>
      (each: string | RegExp) =>
        typeof each === 'string' ? to?.some(({ address }) => address === each) : each.test(subject)
    return all.filter((email) => wanted.every(fits(email)))
  }

  /** The newest one. */
  const emailTo = async (...wanted: (string | RegExp)[]) =>
    (await emails(...wanted)).at(-1) ?? expect.fail(`no email to ${wanted[0]}`)

  const register = (user: Record<string, unknown>) =>
    json('/register', { json: { name: 'Rosa', email: 'rosa@example.com', password, ...user } })

  const logIn = (email: string, secret = password, headers: Record<string, string> = {}) =>
    json('/login', { json: { email, password: secret }, headers })

  const requestReset = (email: unknown, headers: Record<string, string> = {}) =>
    json('/reset-password', { json: { email }, headers })

  /** @returns the cookies of a new session. */
  async function signIn(email: string, secret = password): Promise<string> {
    const { status, body, cookie } = await logIn(email, secret)
    expect(status, body.message).toBe(200)
    return cookie
  }

  const { dataDir: DATA_DIR, databaseUrl, storageUrl } = context.config
  return {
    ...server,
    url,
    /** Settings of another app, or a process, with the same database and uploads. */
    place: { DATA_DIR, DATABASE_URL: databaseUrl ?? '', STORAGE_URL: storageUrl ?? '' },
    send,
    sendRaw,
    addUser,
    signIn,
    json,
    text: async (path: string) => (await send(path)).text(),
    bytes: async (path: string) => Buffer.from(await (await send(path)).bytes()),
    emails,
    emailTo,
    register,
    logIn,
    requestReset,
    isSignedIn: async (cookie: string): Promise<boolean> =>
      (await json('/check-auth', { cookie })).body.isAuthenticated,
    profileOf: async (cookie: string) => (await json('/profile', { cookie })).body.user,
    userRow: (email: string) => findByEmail(context.db, email),
    /** Registers, signs in, and reads the email. */
    async newcomer(email: string) {
      expect((await register({ email })).status).toBe(201)
      return { cookie: await signIn(email), email: await emailTo(email) }
    },
    verify: (cookie: string, code: unknown) => json('/verify-email', { json: { code }, cookie }),
    async resetLink(email: string): Promise<string> {
      expect((await requestReset(email)).status).toBe(200)
      return callOf(linkIn(await emailTo(email, /reset/i)))
    },
    reset: (link: string, secret = newPassword, confirmPassword = secret) =>
      json(link, { json: { newPassword: secret, confirmPassword } }),
    asAdmin: (email = 'admin@example.com') => enterAs({ email, admin: true, name: 'Ada Admin' }),
    asUser: (email = 'user@example.com') => enterAs({ email, name: 'Uma User' }),
    /** What a start does about the first admin. @param print is called with each line that it prints */
    firstAdmin: (print: (line: string) => void = () => {}) => ensureAdmin(context, print),
    /** As `npm run admin` does. @returns the link that it prints */
    makeAdmin: async (email: string) => callOf(new URL(await makeAdmin(context, email, null))),
    /** What a start does about the demo. */
    loadDemo: (demoContent = true) => loadDemo({ ...context, config: { ...context.config, demoContent } }),
    runDue,
    /** Runs the jobs of these queues only, from now on. @returns what stops them, as a stop of the process does */
    async runJobs(...queues: string[]) {
      await stopJobs()
      stopJobs = runJobs(context, queues)
      return stopJobs
    },
    /** Until the returned function is called, which stores what is left. */
    countVisits: () => runVisitCounts(context),
    /** Every row as one text, to be searched for secrets that must not be stored. */
    async rowsAsText(): Promise<string> {
      const rows = allTables.map((table) => sql`select * from ${sql.table(table)}`.execute(context.db))
      return JSON.stringify(await Promise.all(rows))
    },
    /** Captures the log lines from now on, at every level. */
    captureLog(): string[] {
      const lines: string[] = []
      Object.assign(context, { log: createLog('trace', { write: (line) => lines.push(line) }) })
      return lines
    },
    /** Runs the cleanup jobs as if their hour had come. */
    async cleanUp(ahead = 0): Promise<void> {
      const due_at = iso(context, ahead)
      await context.db.updateTable('jobs').set({ due_at }).where('queue', '=', 'cleanup').execute()
      await runDue('cleanup', ahead)
    },
    queuedMail: () => context.db.selectFrom('jobs').selectAll().where('queue', '=', 'mail').execute(),
    /** Between two tests: thousands of rows take PostgreSQL on a busy machine longer than a request may wait. */
    async empty(...tables: (keyof Tables)[]): Promise<void> {
      for (const table of tables) await withTimeLimit(60_000, () => context.db.deleteFrom(table).execute())
      context.changes.emit('portfolio')
    },
    /** Makes it as if this limit had been counted so often, which would only take time. */
    async countedBefore(name: string, count: number): Promise<void> {
      const attempts = context.db.updateTable('attempts').set({ count })
      const { numUpdatedRows } = await attempts.where('key', 'like', `${name}:%`).executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
    },
  }
}

/** A path without parameters goes first: it fits into one with them, too. */
const patterns = namedCalls
  .map(({ call }) => ({ call, pattern: new URLPattern({ pathname: call.path }) }))
  .sort((a, b) => a.call.path.split(':').length - b.call.path.split(':').length)

/** Compares a JSON response with its schema in the contract. */
async function checkResponse({ method, url }: Request, response: Response): Promise<void> {
  const { call } = patterns.find(({ call, pattern }) => call.method === method && pattern.test(url)) ?? {}
  if (!call || !response.headers.get('content-type')?.startsWith('application/json')) return
  const body = (await response.clone().json()) as { code?: unknown }
  const name = `${method} ${call.path}, status ${response.status}`
  const statuses = response.ok ? (call.statuses ?? [200]) : [statusOf[body.code as keyof typeof statusOf]]
  expect(statuses, `${name}: its status, for ${body.code}`).toContain(response.status)
  const { data, error } = z.safeParse(response.ok ? responseOf(call) : errorBody, body)
  expect(error && z.prettifyError(error), name).toBeUndefined()
  // Of fields that are not described nothing is left.
  expect(data, name).toEqual(body)
}

/** The first link in an email. */
export const linkIn = ({ text = '' }: Email) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

export const codeIn = ({ text = '' }: Email): string =>
  /^\d{8}$/m.exec(text)?.[0] ?? expect.fail('no code in this email')

/** Path and query of a link, which is also the URL of the call that its page makes. */
export const callOf = ({ pathname, search }: URL) => pathname + search

/** Of accounts, and good for registering. */
export const password = 'Kettle-42!'
/** Good for a new password. */
export const newPassword = 'Violet-Kettle-42'

/** One app for all tests of a file. Call it at its top. */
export const sharedApp = (...options: Options) => startApp(afterAll, ...options)

/** An app of a single test, which needs other settings, a clock of its own or an empty database. */
export const ownApp = (...options: Options) => startApp(onTestFinished, ...options)
