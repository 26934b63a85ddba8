// Three instances for a file of tests, started together on an empty database, and the mail server of all.
import { afterAll, beforeAll, inject } from 'vitest'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { callInstance, type Instance, type InstanceGroup, instanceGroup } from './instances.ts'
import { type SharedStorage, sharedFolder } from './shared-storage.ts'
import { type ReceivedEmail, type SmtpPeer, startSmtpPeer } from './smtp-peer.ts'

export const admin = { email: 'admin@example.com', password: 'Correct-Horse-7!' }
const owner = 'owner@example.com'

export interface ThreeInstances {
  smtp: SmtpPeer
  group: InstanceGroup
  storage: SharedStorage
  all: [Instance, Instance, Instance]
  /** The cookie of a session of the admin. */
  cookie: string
}

/** Only where this run uses PostgreSQL. What it returns is filled before the first test. */
export function threeInstances(
  env: Record<string, string> = {},
  openStorage: () => Promise<SharedStorage> = sharedFolder,
): ThreeInstances {
  const postgres = inject('postgres')
  const started = {} as ThreeInstances
  beforeAll(async () => {
    if (postgres === null) return
    started.smtp = await startSmtpPeer()
    started.storage = await openStorage()
    const settings = {
      SMTP_URL: started.smtp.url,
      OWNER_EMAIL: owner,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'info',
    }
    started.group = await instanceGroup(postgres, { ...settings, ...env }, started.storage)
    started.all = (await started.group.start(3)) as ThreeInstances['all']
    started.cookie = (await callInstance(started.all[0], '/login', { json: admin })).cookie
  }, 120_000)
  afterAll(async () => {
    await started.group?.close()
    await started.smtp?.stop()
  })
  return started
}

/** The names of the projects in the public list of an instance, which it caches; none while it responds with an error. */
export async function namesAt(instance: Instance): Promise<string[]> {
  const { body } = await callInstance(instance, '/getportfolio/public')
  return body.portfolios?.map(({ pname }: PortfolioItem) => pname) ?? []
}

export async function rename(instance: Instance, cookie: string, name: string): Promise<number> {
  const [item] = (await callInstance(instance, '/getportfolio/public')).body.portfolios
  const form = { pname: name, purl: item.purl, categories: 'Print', status: 'published' }
  return (await callInstance(instance, `/update/${item.id}`, { method: 'PUT', cookie, form })).status
}

export async function sendMessage(instance: Instance, text: string): Promise<number> {
  const message = { name: 'Vera Visitor', email: 'vera@example.org', subject: 'A question', message: text }
  return (await callInstance(instance, '/contacts', { json: message })).status
}

/** Emails to the owner whose text matches. */
export function toOwner({ smtp }: ThreeInstances, text: RegExp): ReceivedEmail[] {
  return smtp.emails.filter((email) => email.recipients.includes(owner) && text.test(email.text ?? ''))
}
