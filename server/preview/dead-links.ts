// Published projects whose site is dead: listed in the dashboard, and emailed to the owner once.
import { sql } from 'kysely'
import { reasonOf } from '../../contract/preview-check.ts'
import type { DashboardHome } from '../../contract/responses/dashboard.ts'
import type { DeadLink } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import { layOut } from '../mail/layout.ts'
import { type EmailKind, emailOwner, ownerEmails } from '../mail/outbox.ts'
import { iso } from '../time.ts'
import { asCheck } from './check-rows.ts'

/** Milliseconds: a site that is dead for a shorter time is looked at again, before anybody is emailed. */
export const confirmedAfter = 30 * 60_000
/** Rows. */
const maxShown = 10
/** In one email; further ones are told with the next check. */
const maxTold = 200
/** More are only counted. */
const maxListed = 50

/** The longest dead first, at most ten, and how many there are. None while checks are off. */
export async function deadLinks({ db, config }: AppContext): Promise<{ total: number; links: DeadLink[] }> {
  if (!config.previewCheck) return { total: 0, links: [] }
  const rows = await dead({ db })
    .select(['projects.id', 'projects.name', 'state', 'reason', 'detail', 'checked_at', 'dead_since'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('dead_since')
    .limit(maxShown)
    .execute()
  return {
    total: Number(rows[0]?.total ?? 0),
    links: rows.map(({ id, name, total, ...row }) => ({ id, name, check: asCheck(row) })),
  }
}

/** Of published projects: how many there are, and how many of their sites were never checked. Null while checks are off. */
export async function linkState({ db, config }: AppContext): Promise<DashboardHome['links']> {
  if (!config.previewCheck) return null
  const { total, unchecked, withoutNetwork } = await db
    .selectFrom('projects')
    .leftJoin('preview_checks', 'project_id', 'projects.id')
    .where('projects.status', '=', 'published')
    .select((query) => [
      query.fn.countAll<number>().as('total'),
      query.fn.countAll<number>().filterWhere('checked_at', 'is', null).as('unchecked'),
      query.fn.countAll<number>().filterWhere('reason', '=', 'no-network').as('withoutNetwork'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(total), unchecked: Number(unchecked), hasNetwork: Number(withoutNetwork) === 0 }
}

function dead({ db }: Pick<AppContext, 'db'>) {
  return (
    db
      .selectFrom('preview_checks')
      // A cross join: SQLite would begin with the projects, of which there are more.
      .crossJoin('projects')
      .whereRef('projects.id', '=', 'project_id')
      .where('projects.status', '=', 'published')
      .where('dead_since', 'is not', null)
  )
}

/**
 * Emails the owner about those that two checks, half an hour apart, found dead: each once, until it responds again. While
 * there is nobody to email they wait.
 */
export async function emailDeadLinks(context: AppContext): Promise<void> {
  const { db } = context
  const untold = await dead({ db })
    .select(['project_id', 'checked_at', 'dead_since'])
    .where('told_at', 'is', null)
    .execute()
  const confirmed = untold
    .filter(({ checked_at, dead_since }) => timeOf(checked_at) - timeOf(dead_since) >= confirmedAfter)
    .slice(0, maxTold)
    .map(({ project_id }) => project_id)
  if (confirmed.length === 0) return
  if ((await ownerEmails(context)).length === 0) return
  // By this time the email finds them.
  const moment = context.now()
  const at = { ...context, now: () => moment }
  await context.inTransaction(async (tx) => {
    await tx
      .updateTable('preview_checks')
      .set({ told_at: iso(at) })
      .where('project_id', 'in', confirmed)
      .execute()
    await emailOwner(at, tx, { kind: 'dead-links' })
  })
}

const timeOf = (time: string | null) => Date.parse(time ?? '')

export const deadLinkEmails = {
  'dead-links': {
    /** Of those that it was queued for, with the reasons of that moment; nothing is sent once they all are alive. */
    async render(context, row, { brand, publicUrl }) {
      if (!context.config.previewCheck) return null
      const links = await dead(context)
        .select(['projects.name', 'projects.url', 'state', 'reason', 'detail'])
        .where('told_at', '=', row.created_at)
        .orderBy('projects.name')
        .execute()
      if (links.length === 0) return null
      const one = links.length === 1
      const rest = links.length - maxListed
      return layOut(
        one
          ? `A project of ${brand} does not respond`
          : `${links.length} projects of ${brand} do not respond`,
        [
          `The ${one ? 'site of this project was' : 'sites of these projects were'} found dead twice. Visitors see ${one ? 'its image' : 'their images'} instead. You get no further email about ${one ? 'it until it has' : 'one of them until it has'} responded again.`,
          {
            text: links
              .slice(0, maxListed)
              .map((link) => `${link.name}: ${reasonOf(link)}\n${link.url}`)
              .join('\n'),
          },
          ...(rest > 0 ? [`And ${rest} more.`] : []),
          'The dashboard lists them, and checks one again at any time:',
          { link: `${publicUrl}/dashboard` },
        ],
      )
    },
  },
} satisfies Record<string, EmailKind>
