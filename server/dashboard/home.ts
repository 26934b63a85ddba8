// What the dashboard's home shows: the numbers of the site, and things to do. Every part costs the same however many rows
// there are.
import { homeRows } from '../../contract/dashboard.ts'
import type { DashboardData } from '../../contract/responses/accounts.ts'
import type { DashboardHome } from '../../contract/responses/dashboard.ts'
import { readState } from '../backup/schedule.ts'
import type { AppContext } from '../context.ts'
import { countRows } from '../db/search.ts'
import { openTransport } from '../mail/account.ts'
import { type MailState, mailTrouble, readMailState } from '../mail/outbox.ts'
import { rejectedNotification } from '../messages/emails.ts'
import { countUnreplied, messagesIn, newSpam, unrepliedMessages } from '../messages/messages.ts'
import { deadLinks, linkState } from '../preview/dead-links.ts'
import { projectsIn, withFacts } from '../projects/gallery.ts'
import { readOwn } from './own.ts'

export async function readHome(context: AppContext): Promise<DashboardHome> {
  const [mail, messages, spam, drafts, links, dead, backup] = await Promise.all([
    mailState(context),
    unrepliedMessages(context, homeRows),
    newSpam(context),
    newestDrafts(context),
    linkState(context),
    deadLinks(context),
    backupState(context),
  ])
  return { own: await readOwn(context, { mail, backup }), mail, messages, spam, drafts, links, dead, backup }
}

/** Why emails are not sent, or why the owner is not notified of messages. Otherwise null. */
async function mailFailure(
  context: AppContext,
  state: MailState,
): Promise<{ reason: string; text: string } | null> {
  const text = mailTrouble(state)
  if (text !== null) return { reason: state.error ?? '', text }
  const rejected = await rejectedNotification(context)
  return rejected === null ? null : { text: rejected, reason: rejected }
}

async function mailState(context: AppContext): Promise<DashboardHome['mail']> {
  const state = await readMailState(context)
  const { waiting, retry, lastSent } = state
  const failing = await mailFailure(context, state)
  return {
    configured: (await openTransport(context)).kind === 'smtp',
    failing: failing?.reason ?? null,
    waiting,
    nextTry: retry,
    lastSent,
  }
}

/** Those that were changed last. */
async function newestDrafts(context: AppContext): Promise<DashboardHome['drafts']> {
  const drafts = projectsIn(context.db, { status: 'draft' })
  const rows = await drafts
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(homeRows)
    .execute()
  // The edit dialog opens there, too, and sends every part as it is shown.
  const projects = await withFacts(context, rows)
  return {
    total: await countRows(drafts),
    newest: projects.map((project, at) => ({
      ...project,
      changedAt: rows[at]?.updated_at ?? project.createdAt,
    })),
  }
}

async function backupState(context: AppContext): Promise<DashboardHome['backup']> {
  const { interval, last, next, trouble } = await readState(context)
  return { interval, last: last && { at: last.at, bytes: last.bytes }, next, failing: trouble }
}

/** For admins only; drafts count. */
export async function totals(context: AppContext): Promise<Omit<DashboardData, 'name' | 'avatarUrl'>> {
  const transport = await openTransport(context)
  const [projects, contacts, unreplied, failing, backups] = await Promise.all([
    countRows(projectsIn(context.db)),
    countRows(messagesIn(context, {})),
    countUnreplied(context),
    readMailState(context).then((state) => mailFailure(context, state)),
    readState(context),
  ])
  return {
    totalportfolio: projects,
    totalcontact: contacts,
    unreplied,
    mail: { configured: transport.kind === 'smtp', failing: failing?.text ?? null },
    ...(backups.trouble ? { backupFailing: backups.trouble } : {}),
  }
}
