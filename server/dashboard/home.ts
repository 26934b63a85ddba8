// What the dashboard's home lists as things to do [R325]. Every part costs the same however many rows there are.
import { type DashboardHome, homeRows } from '../../contract/dashboard-home.ts'
import { backupTrouble, readSchedule, readState } from '../backup/schedule.ts'
import { rejectedNotification } from '../contacts/emails.ts'
import { unrepliedMessages } from '../contacts/unreplied.ts'
import { type AppContext, iso } from '../context.ts'
import { search } from '../db/search.ts'
import { type MailTrouble, mailTrouble } from '../mail/mail-trouble.ts'
import { readMailState } from '../mail/outbox-rows.ts'
import { withAbout } from '../portfolio/about.ts'
import { itemsList, readItemPage } from '../portfolio/gallery.ts'

export async function readHome(context: AppContext): Promise<DashboardHome> {
  const [mail, messages, drafts, backup] = await Promise.all([
    mailState(context),
    unrepliedMessages(context, homeRows),
    newestDrafts(context),
    backupState(context),
  ])
  return { mail, messages, drafts, backup }
}

/** Why emails are not sent, or why the owner is not notified of messages. Otherwise null. */
export async function mailFailure(context: AppContext): Promise<MailTrouble | null> {
  const trouble = await mailTrouble(context)
  if (trouble) return trouble
  const rejected = await rejectedNotification(context)
  return rejected === null ? null : { text: rejected, reason: rejected }
}

async function mailState(context: AppContext): Promise<DashboardHome['mail']> {
  const { outgoing, transport } = context
  const [failing, { waiting, retry, lastSent }] = await Promise.all([
    mailFailure(context),
    readMailState(context),
  ])
  const { nextTry } = outgoing.server
  return {
    configured: transport.kind === 'smtp',
    failing: failing?.reason ?? null,
    waiting,
    nextTry: retry !== null && nextTry !== null ? new Date(nextTry).toISOString() : retry,
    lastSent,
  }
}

async function newestDrafts(context: AppContext): Promise<DashboardHome['drafts']> {
  const found = await search(context, itemsList(context, { status: 'draft' }), '')
  const page = await readItemPage(context, found, { page: 1, limit: homeRows, sort: 'newest' })
  // The edit dialog opens there, too, and sends every part as it is shown.
  const items = await withAbout(context, page)
  if (items.length === 0) return { total: found.total, newest: [] }
  const rows = await context.db
    .selectFrom('items')
    .select(['id', 'updated_at'])
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  const changed = new Map(rows.map(({ id, updated_at }) => [id, updated_at]))
  return {
    total: found.total,
    newest: items.map((item) => ({ ...item, changedAt: changed.get(item.id) ?? item.createdAt })),
  }
}

async function backupState(context: AppContext): Promise<DashboardHome['backup']> {
  const [{ interval }, state] = await Promise.all([readSchedule(context), readState(context)])
  const { made_at, bytes, due_at } = state
  const failing = await backupTrouble(context, state)
  return {
    interval,
    last: made_at === null ? null : { at: made_at, bytes: bytes ?? 0 },
    next: interval === 'off' ? null : (due_at ?? iso(context)),
    failing,
  }
}
