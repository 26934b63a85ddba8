// The published versions: stored, listed, and read back. Each publication is a transaction of its own.
import { Problem } from '../../contract/problem.ts'
import type { SiteVersion, StoredSite } from '../../contract/responses/site.ts'
import {
  changedSections,
  draftContent,
  type SiteContent,
  siteSections,
  uploadsIn,
} from '../../contract/site.ts'
import { maxSiteVersions } from '../../contract/site-calls.ts'
import { parsedJson } from '../../contract/text.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { type Database, isDuplicate, type Tx } from '../db/connect.ts'
import type { SiteVersionRow } from '../db/tables.ts'
import type { SignedInActor } from '../http/client.ts'
import { missingUploads } from '../images/named-uploads.ts'
import { changePublicContent } from '../public-content.ts'
import { iso } from '../time.ts'

/** The live version; undefined while nothing is published. */
export function latestRow(db: Database): Promise<SiteVersionRow | undefined> {
  return db.selectFrom('site_versions').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
}

/**
 * The content of a row, with what a newer version of the product has added. What no longer fits is that of the defaults:
 * a site is shown whatever is stored.
 */
export function contentOf(row: Pick<SiteVersionRow, 'content'>, defaults: SiteContent): SiteContent {
  const stored = (parsedJson(row.content) ?? {}) as Record<string, unknown>
  const sections = siteSections.map((section) => {
    const given = stored[section]
    const own = defaults[section]
    const merged = Array.isArray(own) || typeof given !== 'object' ? given : { ...own, ...given }
    const { data } = draftContent.shape[section].safeParse(merged)
    return [section, data ?? own] as const
  })
  return Object.fromEntries(sections) as unknown as SiteContent
}

export async function readVersions({ db }: Pick<AppContext, 'db'>): Promise<SiteVersion[]> {
  const rows = await db
    .selectFrom('site_versions')
    .select(['version', 'changed', 'author', 'published_at'])
    .orderBy('version', 'desc')
    .execute()
  return [...rows.map(shown), delivered]
}

/** @returns undefined for a version that is not stored (any more) */
export async function readVersion(
  { db, site }: AppContext,
  version: number,
): Promise<StoredSite | undefined> {
  const rows = db.selectFrom('site_versions').selectAll().where('version', '=', version)
  const row = await rows.executeTakeFirst()
  return row || version === 0 ? storedSite(row, site.defaults.content) : undefined
}

export async function readLive({ db, site }: AppContext): Promise<StoredSite> {
  return storedSite(await latestRow(db), site.defaults.content)
}

/** @param row undefined for the delivered version */
function storedSite(row: SiteVersionRow | undefined, defaults: SiteContent): StoredSite {
  return row ? { ...shown(row), content: contentOf(row, defaults) } : { ...delivered, content: defaults }
}

/**
 * Makes the content live everywhere. Content that is live already is not published again.
 * @param basedOn the version that the editor began with
 * @throws Problem 'conflict' when another one has been published since, also at the same moment; 'invalid' for an image that
 * is not stored
 */
export async function publish(
  context: AppContext,
  by: SignedInActor,
  publication: Publication,
): Promise<SiteVersion> {
  return changePublicContent(context, (tx) => publishIn(context, tx, by, publication)).catch((error) => {
    // Two that began with the same version at the same moment: the primary key decides.
    throw isDuplicate(error) ? conflict() : error
  })
}

interface Publication {
  content: SiteContent
  basedOn: number
  author: string
}

/** As `publish`, in a transaction of `changePublicContent`. */
export async function publishIn(
  context: AppContext,
  tx: Tx,
  by: SignedInActor,
  { content, basedOn, author }: Publication,
): Promise<SiteVersion> {
  const { content: defaults } = context.site.defaults
  const row = await latestRow(tx)
  if ((row?.version ?? 0) !== basedOn) throw conflict(row)
  const changed = changedSections(row ? contentOf(row, defaults) : defaults, content)
  if (changed.length === 0) return row ? shown(row) : delivered
  await checkImages(context, tx, content)
  const next = {
    version: basedOn + 1,
    content: JSON.stringify(content),
    changed: changed.join(' '),
    author,
    published_at: iso(context),
  }
  await tx.insertInto('site_versions').values(next).execute()
  await tx
    .deleteFrom('site_versions')
    .where('version', '<=', next.version - maxSiteVersions)
    .execute()
  await record(context, tx, { kind: 'site.published', by, detail: changed.join(', ') })
  return shown(next)
}

/** @throws Problem 'invalid' for each field that names no stored upload of its kind */
async function checkImages(context: Pick<AppContext, 'now'>, tx: Tx, content: SiteContent): Promise<void> {
  const missing = await missingUploads(context, tx, uploadsIn(content))
  if (missing.length === 0) return
  const message = 'This image is not stored any more. Choose it again.'
  const fields = Object.fromEntries(missing.map(({ path }) => [`content.${path}`, message]))
  throw new Problem('invalid', message, { fields })
}

const delivered: SiteVersion = { version: 0, publishedAt: null, author: null, changed: [] }

function shown(row: Omit<SiteVersionRow, 'content'>): SiteVersion {
  return {
    version: row.version,
    publishedAt: row.published_at,
    author: row.author,
    changed: siteSections.filter((section) => row.changed.split(' ').includes(section)),
  }
}

function conflict(row?: SiteVersionRow): Problem {
  const who = row ? `${row.author} has` : 'Somebody has'
  return new Problem('conflict', `${who} published another version in the meantime.`)
}
