// Several instances of the built product, as processes of their own, on one PostgreSQL and one storage of uploads.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../server/context.ts'
import { type Database, openPostgres } from '../../server/db/connect.ts'
import { runStatement } from './postgres.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { SharedStorage } from './shared-storage.ts'

export interface Instance extends ServerProcess {
  /** Its settings, to start it again in the same place. */
  env: Record<string, string>
}

export interface InstanceGroup {
  databaseUrl: string
  /** Reads and writes what they share. */
  db: Database
  /** Instances that this group started and nobody stopped. */
  running: Set<Instance>
  /** Starts this many at the same moment; resolves once all are ready. */
  start(count: number, more?: Record<string, string>): Promise<Instance[]>
  /** Starts stopped instances at the same moment, each in its old place. */
  startAgain(...stopped: Instance[]): Promise<Instance[]>
  close(): Promise<void>
}

/**
 * @param postgres URL of the server without a database, on which an empty one is made
 * @param env settings of all instances
 */
export async function instanceGroup(
  postgres: string,
  env: Record<string, string>,
  storage: SharedStorage,
): Promise<InstanceGroup> {
  const name = `i_${newId()}`
  await runStatement(postgres, `create database ${name}`)
  const databaseUrl = `${postgres}/${name}`
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-instances-'))
  const db = openPostgres(databaseUrl, () => {})
  const running = new Set<Instance>()

  async function prepared(more: Record<string, string>): Promise<Record<string, string>> {
    const dataDir = join(folder, String((await readdir(folder)).length))
    await mkdir(dataDir)
    const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://portfolio.example' }
    return { ...place, ...(await storage.settingsOf(dataDir)), ...env, ...more }
  }
  async function startOne(settings: Record<string, string>): Promise<Instance> {
    const server = await startServer(settings)
    const instance = { ...server, env: { ...settings, PORT: String(server.port) } }
    running.add(instance)
    void server.ended.then(() => running.delete(instance))
    return instance
  }
  return {
    databaseUrl,
    db,
    running,
    async start(count, more = {}) {
      const settings: Record<string, string>[] = []
      while (settings.length < count) settings.push(await prepared(more))
      return Promise.all(settings.map(startOne))
    },
    startAgain: (...stopped) => Promise.all(stopped.map((instance) => startOne(instance.env))),
    async close() {
      await Promise.all([...running].map((instance) => instance.stop('SIGKILL')))
      await db.destroy()
      await runStatement(postgres, `drop database ${name} with (force)`)
      await storage.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Sent {
  method?: string
  cookie?: string
  json?: unknown
  form?: Record<string, string | Blob>
}

/** Calls one of the instances, as a browser behind a load balancer that chose it. */
export async function callInstance(
  { port }: Pick<Instance, 'port'>,
  path: string,
  { method, cookie, json, form }: Sent = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of a response
): Promise<{ status: number; body: any; cookie: string }> {
  const headers: Record<string, string> = cookie ? { cookie } : {}
  let body: string | FormData | undefined
  if (json !== undefined) {
    headers['content-type'] = 'application/json'
    // As a page sends it: a message without that is held back.
    headers.origin = `http://127.0.0.1:${port}`
    headers['user-agent'] = 'Mozilla/5.0'
    body = JSON.stringify(json)
  }
  if (form) {
    body = new FormData()
    for (const [name, value] of Object.entries(form)) body.append(name, value)
  }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}
