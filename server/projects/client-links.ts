// Client links: random, stored only as hashes, each for one project and until it expires.
import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { type createClientLink, maxClientLinks } from '../../contract/client-links.ts'
import { clientLinkPath } from '../../contract/pages.ts'
import { Problem } from '../../contract/problem.ts'
import type { ClientLink } from '../../contract/responses/projects.ts'
import { lockAdmin } from '../accounts/user-rows.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { lock, tryToStore } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import type { ClientLinkRow } from '../db/tables.ts'
import type { SignedInActor } from '../http/client.ts'
import { digest, newId } from '../ids.ts'
import { day, iso } from '../time.ts'
import { mustExist, unknownProject } from './project-id.ts'

type Wanted = z.output<typeof createClientLink.body>

/** @throws Problem 'unknown' where there is no such project. */
export async function listLinks({ db }: Pick<AppContext, 'db'>, projectId: string): Promise<ClientLink[]> {
  await mustExist({ db }, projectId)
  const rows = await db
    .selectFrom('client_links')
    .innerJoin('users', 'users.id', 'client_links.created_by')
    .selectAll('client_links')
    .select('users.name as creator')
    .where('project_id', '=', projectId)
    .orderBy('client_links.created_at', 'desc')
    .orderBy('client_links.id', 'desc')
    .execute()
  return rows.map(show)
}

/** By id of the project: when the last of its links that work expires. */
export async function lastEnds(
  context: Pick<AppContext, 'db' | 'now'>,
  projectIds: readonly string[],
): Promise<Record<string, string>> {
  if (projectIds.length === 0) return {}
  const rows = await context.db
    .selectFrom('client_links')
    .select((query) => ['project_id', query.fn.max('expires_at').as('end')])
    .where('project_id', 'in', projectIds)
    .where('expires_at', '>', iso(context))
    .groupBy('project_id')
    .execute()
  return Object.fromEntries(rows.map(({ project_id, end }) => [project_id, end]))
}

/**
 * @returns the link with its URL, which is stored nowhere.
 * @throws Problem 'unknown' where there is no such project, 'conflict' for one link too many.
 */
export async function createLink(
  context: AppContext,
  by: SignedInActor,
  projectId: string,
  { name, days, passphrase }: Wanted,
): Promise<{ link: ClientLink; url: string }> {
  const token = randomBytes(32).toString('base64url')
  // Read once: the clock may tick between two readings.
  const now = context.now()
  const row: ClientLinkRow = {
    id: newId(),
    hash: hash(token),
    project_id: projectId,
    name: name || null,
    passphrase_hash: passphrase === '' ? null : await context.passwordHasher.hash(passphrase),
    created_by: by.id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * day).toISOString(),
    opens: 0,
    last_opened_at: null,
  }
  const creator = await context.db.transaction().execute(async (tx) => {
    const { name } = await lockAdmin(tx, by.id)
    // So that they are counted right.
    await lock(tx, 'client-links')
    const project = await tx
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('id', '=', projectId)
      .executeTakeFirst()
    if (!project) throw unknownProject()
    if (
      (await countRows(tx.selectFrom('client_links').where('project_id', '=', projectId))) >= maxClientLinks
    )
      throw new Problem(
        'conflict',
        `This project has ${maxClientLinks} client links. Revoke one that is not needed.`,
      )
    await tx.insertInto('client_links').values(row).execute()
    await record(context, tx, { kind: 'client-link.created', by, target: project, detail: nameOf(row) })
    return name
  })
  return { link: show({ ...row, creator }), url: `${context.config.publicUrl}${clientLinkPath(token)}` }
}

/** @throws Problem 'unknown' */
export async function revokeLink(context: AppContext, by: SignedInActor, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await tx.deleteFrom('client_links').where('id', '=', id).returningAll().executeTakeFirst()
    if (!row) throw new Problem('unknown', 'This client link no longer exists.')
    const project = await tx
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('id', '=', row.project_id)
      .executeTakeFirstOrThrow()
    await record(context, tx, { kind: 'client-link.revoked', by, target: project, detail: nameOf(row) })
  })
}

/**
 * The link that works with this token, as the database has it now. It is found by its hash: how long that takes says
 * nothing about the hashes of others, because a sender cannot choose a hash. One that has expired is searched for in the
 * same way as one that never was.
 */
export async function findLink(
  context: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<ClientLinkRow | undefined> {
  return context.db
    .selectFrom('client_links')
    .selectAll()
    .where('hash', '=', hash(token))
    .where('expires_at', '>', iso(context))
    .executeTakeFirst()
}

/** Where it cannot be stored the page is shown all the same. */
export async function countOpen(context: AppContext, id: string): Promise<void> {
  await tryToStore(
    context.db
      .updateTable('client_links')
      .set((row) => ({ opens: row('opens', '+', 1), last_opened_at: iso(context) }))
      .where('id', '=', id)
      .execute(),
  )
}

function show(row: ClientLinkRow & { creator: string }): ClientLink {
  return {
    id: row.id,
    name: row.name,
    createdBy: row.creator,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    hasPassphrase: row.passphrase_hash !== null,
    opens: row.opens,
    lastOpenedAt: row.last_opened_at,
  }
}

/** For the audit trail: a project may have several. */
function nameOf({ name, expires_at }: ClientLinkRow): string {
  return `${name ?? 'Client link'}, until ${expires_at.slice(0, 10)}`
}

const hash = (token: string) => digest(`client-link\n${token}`)
