// What the dashboard's home shows: the numbers of the site, what of it is still the demo's, and things to do. Every part costs the same however many rows
// there are.
import type * as z from 'zod/mini'
import { type changeOwn, homeRows, type OwnLine, ownLines } from '../../contract/dashboard.ts'
import type { DashboardData } from '../../contract/responses/accounts.ts'
import type { DashboardHome } from '../../contract/responses/dashboard.ts'
import { isRegistrationChosen } from '../accounts/registration.ts'
import { readState } from '../backup/schedule.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import { readJson, writeSetting } from '../db/settings.ts'
import { openTransport } from '../mail/account.ts'
import { mailTrouble, readMailState } from '../mail/outbox.ts'
import { rejectedNotification } from '../messages/emails.ts'
import { messagesIn, readMessagePage } from '../messages/messages.ts'
import { deadLinks, linkState } from '../preview/dead-links.ts'
import { demoProjectsIn } from '../projects/demo.ts'
import { asProjects, projectsIn } from '../projects/gallery.ts'
import { iso } from '../time.ts'

const unreplied = { folder: 'inbox', status: 'unreplied' } as const

export async function readHome(context: AppContext): Promise<DashboardHome> {
  const [{ sentence: _, ...mail }, page, spam, drafts, links, dead, backup] = await Promise.all([
    readMail(context),
    readMessagePage(context, { ...unreplied, search: '', sort: 'newest', page: 1, limit: homeRows }),
    // Which nobody has looked at.
    countRows(messagesIn(context, { folder: 'spam' }).where('unread_since', 'is not', null)),
    newestDrafts(context),
    linkState(context),
    deadLinks(context),
    backupState(context),
  ])
  const messages = { total: page.total, newest: page.contacts }
  return { own: await readOwn(context, { mail, backup }), mail, messages, spam, drafts, links, dead, backup }
}

/** With why emails are not sent, or why the owner is not notified of messages; the sentence also says how many wait. */
async function readMail(context: AppContext): Promise<DashboardHome['mail'] & { sentence: string | null }> {
  const state = await readMailState(context)
  const { waiting, retry: nextTry, lastSent, error } = state
  const failing = error ?? (await rejectedNotification(context))
  const configured = (await openTransport(context)).kind === 'smtp'
  return { configured, failing, sentence: mailTrouble(state) ?? failing, waiting, nextTry, lastSent }
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
  const projects = await asProjects(context, rows)
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
  const [projects, contacts, waiting, mail, backups] = await Promise.all([
    countRows(projectsIn(context.db)),
    countRows(messagesIn(context, {})),
    countRows(messagesIn(context, unreplied)),
    readMail(context),
    readState(context),
  ])
  return {
    totalportfolio: projects,
    totalcontact: contacts,
    unreplied: waiting,
    mail: { configured: mail.configured, failing: mail.sentence },
    ...(backups.trouble ? { backupFailing: backups.trouble } : {}),
  }
}

/** Of "Make it yours". */
interface Stored {
  /** ISO 8601 UTC. */
  awaySince: string | null
  isLegalRefused: boolean
  isOver: boolean
}

const setting = 'own'

async function readStored(db: Database): Promise<Stored> {
  const stored = await readJson<Partial<Stored>>(db, setting)
  return { awaySince: null, isLegalRefused: false, isOver: false, ...stored }
}

/**
 * "Make it yours": what of the site is still the demo's, by comparing the content with the installed one. Null once everything
 * was the owner's.
 */
async function readOwn(
  context: AppContext,
  { mail, backup }: Pick<DashboardHome, 'mail' | 'backup'>,
): Promise<DashboardHome['own']> {
  const { awaySince, isLegalRefused, isOver } = await readStored(context.db)
  if (isOver) return null
  const site = await context.site.current()
  const [demo, { sections }, isChosen] = await Promise.all([
    demoProjectsIn(context.db),
    site.home(),
    isRegistrationChosen(context.db),
  ])
  const { content: now } = site
  const { content: installed } = context.site.defaults
  const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  const teaser = sections.find((one) => one.section === 'teaser')
  const images = teaser?.section === 'teaser' ? [teaser.image, ...teaser.slides] : []
  const isOwn: Record<OwnLine, boolean> = {
    name: now.name.brand !== installed.name.brand && now.name.owner !== installed.name.owner,
    role: now.hero.line !== installed.hero.line && differs(now.stats, installed.stats),
    portrait: now.about.portrait !== installed.about.portrait,
    services:
      differs(now.services.list, installed.services.list) ||
      !sections.some(({ section }) => section === 'services'),
    // About shows them even where Home does not.
    skills: differs(now.skills.list, installed.skills.list),
    about: now.about.text !== installed.about.text,
    images: images.every((image) => image === null || image.src.startsWith('/uploads/')),
    projects: demo.length === 0,
    // That it fails is a thing to do, with the reason.
    email: mail.configured,
    backups: backup.interval !== 'off',
    legal: isLegalRefused || now.legal.imprint !== '' || now.legal.privacy !== '',
    registration: isChosen,
  }
  return { done: ownLines.filter((line) => isOwn[line]), awaySince, demo: demo.map(({ name }) => name) }
}

export async function saveOwn(
  context: AppContext,
  { change }: z.output<typeof changeOwn.body>,
): Promise<void> {
  const changes: Record<typeof change, Partial<Stored>> = {
    'put-away': { awaySince: iso(context) },
    show: { awaySince: null },
    'no-legal-pages': { isLegalRefused: true },
    finish: { isOver: true },
  }
  const stored = await readStored(context.db)
  await writeSetting(context.db, setting, JSON.stringify({ ...stored, ...changes[change] }))
}
