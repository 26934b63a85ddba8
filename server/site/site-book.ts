// The live version of the site's content in this process: read when it is first needed and again after each change of
// what is public, by whichever instance.
import { site } from '../../content/site.ts'
import { type DeliveredSite, deliveredSite, type SiteImage } from '../../contract/responses/site.ts'
import { type SiteContent, slideCount } from '../../contract/site.ts'
import { Faces } from '../brand/faces.ts'
import { ConfigError } from '../config.ts'
import type { AppContext } from '../context.ts'
import { type Database, isAway } from '../db/connect.ts'
import { isDemo } from '../projects/demo.ts'
import { type CoverChoice, PublishedSite, uploadRaster } from './published-site.ts'
import { contentOf, latestRow } from './versions.ts'

type Needs = Pick<AppContext, 'db' | 'changes'>

/**
 * Checked, because types end with the build: an older content/site.ts under a newer release would otherwise be built, and
 * shown as pages that fail.
 * @throws ConfigError naming the field that is missing or invalid
 */
export function contentDefaults(own: DeliveredSite = site): DeliveredSite {
  const { data, error } = deliveredSite.safeParse(own)
  if (data) return data
  const [issue] = error.issues
  throw new ConfigError(`content/site.ts: ${issue?.path.join('.')}: ${issue?.message}`)
}

export class SiteBook {
  /** Those of content/. */
  readonly defaults = contentDefaults()
  readonly #context: Needs
  readonly #faces = new Faces()
  /** Made of the version that was read last, with what tells it from others. */
  #last: { key: string; site: PublishedSite } | null = null
  /** Of projects, by what was asked. */
  readonly #rows = new Map<string, unknown[]>()
  /** What all get until the next change. */
  #reading: Promise<PublishedSite> | null = null

  /** @throws ConfigError as `contentDefaults`. */
  constructor(context: Needs) {
    this.#context = context
    context.changes.on('portfolio', () => {
      this.#reading = null
    })
  }

  /**
   * The live version; while the database is away, the last one that was read.
   * @throws what reading throws, when none has ever been read: nobody's site is shown under another name.
   */
  async current(): Promise<PublishedSite> {
    this.#reading ??= this.#read()
    const reading = this.#reading
    try {
      return await reading
    } catch (error) {
      if (this.#reading === reading) this.#reading = null
      if (!this.#last) throw error
      if (isAway(error)) this.#context.changes.doubtPublicVersion()
      return this.#last.site
    }
  }

  /** Content that is not published, as the pages would show it. */
  draft(content: SiteContent): PublishedSite {
    return this.#siteOf(-1, content)
  }

  async #read(): Promise<PublishedSite> {
    const row = await latestRow(this.#context.db)
    const key = row ? `${row.version} ${row.published_at}` : 'none'
    // What was drawn of it stays, whatever else has changed.
    if (this.#last?.key === key) return this.#last.site
    const { content: own } = this.defaults
    const site = this.#siteOf(row?.version ?? 0, row ? contentOf(row, own) : own)
    this.#last = { key, site }
    return site
  }

  #siteOf(version: number, content: SiteContent): PublishedSite {
    const { db } = this.#context
    return new PublishedSite(version, content, this.defaults, {
      faces: this.#faces,
      covers: (which) => this.#orLast(which, () => readCovers(db, which)),
      published: (ids) => this.#orLast('published', () => readPublished(db, ids)),
    })
  }

  /** While the database is away, what was read last. */
  async #orLast<Row>(what: string, read: () => Promise<Row[]>): Promise<Row[]> {
    try {
      const rows = await read()
      this.#rows.set(what, rows)
      return rows
    } catch (error) {
      if (!isAway(error)) throw error
      this.#context.changes.doubtPublicVersion()
      return (this.#rows.get(what) ?? []) as Row[]
    }
  }
}

/** At most as many as the slider has slides: the newest first, featured ones in the order of the gallery. */
async function readCovers(db: Database, which: CoverChoice): Promise<SiteImage[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['image', 'name', 'focal_x', 'focal_y'])
    .where('status', '=', 'published')
    .where('image', 'is not', null)
    .$if(which === 'featured', (projects) => projects.where('featured_at', 'is not', null))
    .$if(which === 'own', (projects) => projects.where((row) => row.not(isDemo(row))))
    .orderBy(which === 'featured' ? 'position' : 'created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slideCount)
    .execute()
  return rows.flatMap(({ image, name, focal_x: focalX, focal_y: focalY }) => {
    const raster = uploadRaster(image)
    return raster ? { ...raster, alt: name, focal: { focalX, focalY } } : []
  })
}

async function readPublished(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('status', '=', 'published')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}
