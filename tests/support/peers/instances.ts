// Several instances of the built product, as processes of their own, on one PostgreSQL and one bucket.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Project } from '../../../contract/responses/projects.ts'
import { type Database, openPostgres } from '../../../server/db/connect.ts'
import { newId } from '../../../server/ids.ts'
import { call, type Sent } from '../request.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { type Bucket, type ObjectStorage, startObjectStorage } from './object-storage.ts'
import { runStatement } from './postgres.ts'
import { type ReceivedEmail, type SmtpPeer, startSmtpPeer } from './smtp-peer.ts'

const publicUrl = 'http://portfolio.example'

/** The folders of the images in a bucket. */
async function imagesIn(bucket: Bucket): Promise<string[]> {
  const folders = (await bucket.keys()).map((key) => key.split('/')[0] ?? '')
  return [...new Set(folders)].filter((name) => /^[\da-f]{24}-/.test(name))
}

export interface Instance extends ServerProcess {
  /** Its settings, to start it again in the same place. */
  env: Record<string, string>
}

interface InstanceGroup {
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
async function instanceGroup(postgres: string, env: Record<string, string>): Promise<InstanceGroup> {
  const name = `i_${newId()}`
  await runStatement(postgres, `create database ${name}`)
  const databaseUrl = `${postgres}/${name}`
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-instances-'))
  const db = openPostgres(databaseUrl, () => {})
  const running = new Set<Instance>()

  async function prepared(more: Record<string, string>): Promise<Record<string, string>> {
    const dataDir = join(folder, String((await readdir(folder)).length))
    await mkdir(dataDir)
    const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl }
    return { ...place, ...env, ...more }
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
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Calls one of the instances, as a browser behind a load balancer that chose it. */
export const callInstance = ({ port }: Pick<Instance, 'port'>, path: string, sent: Sent = {}) =>
  call(`http://127.0.0.1:${port}`, path, { ...sent, headers: { origin: publicUrl, ...sent.headers } })

export const admin = { email: 'admin@example.com', password: 'Correct-Horse-7!' }
const owner = 'owner@example.com'

export interface ThreeInstances {
  smtp: SmtpPeer
  group: InstanceGroup
  /** The folders of the images there are. */
  images(): Promise<string[]>
  all: [Instance, Instance, Instance]
  /** The cookie of a session of the admin. */
  cookie: string
}

/** Only where this run uses PostgreSQL. What it returns is filled before the first test. */
export function threeInstances(env: Record<string, string> = {}): ThreeInstances {
  const postgres = inject('postgres')
  const started = {} as ThreeInstances
  let storage: ObjectStorage | undefined
  beforeAll(async () => {
    if (postgres === null) return
    started.smtp = await startSmtpPeer()
    storage = await startObjectStorage()
    const bucket = await storage.bucket()
    started.images = () => imagesIn(bucket)
    const settings = {
      SMTP_URL: started.smtp.url,
      OWNER_EMAIL: owner,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'info',
      STORAGE_URL: bucket.url(),
    }
    started.group = await instanceGroup(postgres, { ...settings, ...env })
    started.all = (await started.group.start(3)) as ThreeInstances['all']
    started.cookie = (await callInstance(started.all[0], '/login', { json: admin })).cookie
  })
  afterAll(async () => {
    await started.group?.close()
    await storage?.stop()
    await started.smtp?.stop()
  })
  return started
}

/** The names of the projects in the public list of an instance, which it caches; none while it responds with an error. */
export async function namesAt(instance: Instance): Promise<string[]> {
  const { body } = await callInstance(instance, '/getportfolio/public')
  return body.portfolios?.map(({ pname }: Project) => pname) ?? []
}

export async function rename(instance: Instance, cookie: string, name: string): Promise<number> {
  const [project] = (await callInstance(instance, '/getportfolio/public')).body.portfolios
  const form = { pname: name, purl: project.purl, categories: 'Print', status: 'published' }
  return (await callInstance(instance, `/update/${project.id}`, { method: 'PUT', cookie, form })).status
}

export async function sendMessage(instance: Instance, text: string): Promise<number> {
  const message = { name: 'Vera Visitor', email: 'vera@example.org', subject: 'A question', message: text }
  return (await callInstance(instance, '/contacts', { json: message })).status
}

/** Emails to the owner whose text matches. */
export function toOwner({ smtp }: ThreeInstances, text: RegExp): ReceivedEmail[] {
  return smtp.emails.filter((email) => email.recipients.includes(owner) && text.test(email.text ?? ''))
}
