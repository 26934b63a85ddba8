// Webhooks as admins manage them.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { fieldError, Problem } from '../../contract/problem.ts'
import type { Webhook } from '../../contract/responses/dashboard.ts'
import { maxWebhooks } from '../../contract/settings.ts'
import { lockAdmin } from '../accounts/user-rows.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { lock } from '../db/connect.ts'
import type { WebhookRow } from '../db/tables.ts'
import type { Actor, SignedInActor } from '../http/client.ts'
import { isPublicAddress } from '../http/outbound.ts'
import { newId } from '../ids.ts'
import { makeRetriesDue } from '../jobs/jobs.ts'
import { emailOwner } from '../mail/outbox.ts'
import { iso } from '../time.ts'
import { callWebhook, noteOutcome, webhookQueue } from './deliveries.ts'

/** What libraries of Standard Webhooks expect in front of a secret. */
const secretPrefix = 'whsec_'

export async function listWebhooks({ db }: Pick<AppContext, 'db'>): Promise<Webhook[]> {
  const rows = await withCreator(db).orderBy('webhooks.created_at').orderBy('webhooks.id').execute()
  return rows.map(show)
}

/** @returns it with its secret, which is shown once. @throws Problem 'invalid', 'conflict' for one too many. */
export async function createWebhook(context: AppContext, by: SignedInActor, url: string) {
  const { href, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw fieldError('url', 'Enter an https URL on a public host.')
  const id = newId()
  const secret = randomBytes(32).toString('base64')
  await context.inTransaction(async (tx) => {
    await lockAdmin(tx, by.id)
    await lock(tx, 'webhooks')
    const others = await tx.selectFrom('webhooks').select('url').execute()
    if (others.some(({ url }) => url === href))
      throw new Problem('duplicate', 'There is a webhook with this URL already.')
    if (others.length >= maxWebhooks)
      throw new Problem('conflict', `There are ${maxWebhooks} webhooks already.`)
    await tx
      .insertInto('webhooks')
      .values({ id, url: href, secret, created_by: by.id, created_at: iso(context), failures: 0 })
      .execute()
    await record(context, tx, { kind: 'webhook.created', by, detail: href })
    await emailOwner(context, tx, { kind: 'webhook-created', account_id: by.id })
  })
  return { webhook: show(await find(context, id)), secret: secretPrefix + secret }
}

/** What was still to be reported to it is not sent. @throws Problem 'unknown' */
export async function deleteWebhook(context: AppContext, by: Actor, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await tx.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst()
    if (!row) throw unknownWebhook()
    await record(context, tx, { kind: 'webhook.deleted', by, detail: row.url })
  })
}

/**
 * Calls it now. A delivered test switches it on again, and what waits after a failure is due.
 * @returns the reason where the test was not delivered
 * @throws Problem 'unknown'
 */
export async function testWebhook(context: AppContext, id: string) {
  const row = await find(context, id)
  const body = JSON.stringify({ type: 'webhook.test', timestamp: iso(context), data: {} })
  const reason = await callWebhook(context, { ...row, id: `msg_${newId()}`, body })
  await context.inTransaction(async (tx) => {
    await noteOutcome(context, tx, id, reason)
    if (reason !== null) return
    await tx.updateTable('webhooks').set({ disabled_at: null }).where('id', '=', id).execute()
    await makeRetriesDue(context, tx, webhookQueue)
  })
  return { webhook: show(await find(context, id)), reason }
}

function withCreator(db: AppContext['db']) {
  return db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.created_by')
    .selectAll('webhooks')
    .select('users.name as creator')
}

type Row = WebhookRow & { creator: string }

async function find({ db }: AppContext, id: string): Promise<Row> {
  const row = await withCreator(db).where('webhooks.id', '=', id).executeTakeFirst()
  if (!row) throw unknownWebhook()
  return row
}

function show(row: Row): Webhook {
  return {
    id: row.id,
    url: row.url,
    createdBy: row.creator,
    createdAt: row.created_at,
    last: row.last_at
      ? { at: row.last_at, isDelivered: row.last_error === null, reason: row.last_error }
      : null,
    failures: row.failures,
    disabledAt: row.disabled_at,
  }
}

function unknownWebhook(): Problem {
  return new Problem('unknown', 'This webhook no longer exists.')
}
