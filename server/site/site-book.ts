// The live version of the site's content in this process: read when it is first needed and again after each change of
// what is public, by whichever instance [R282].

import type { SiteContent } from '../../contract/site.ts'
import { Faces } from '../brand/faces.ts'
import type { AppContext } from '../context.ts'
import { isAway } from '../db/connect.ts'
import { contentDefaults, type SiteDefaults } from './defaults.ts'
import { PublishedSite } from './published-site.ts'
import { contentOf, latestRow } from './versions.ts'

type Needs = Pick<AppContext, 'db' | 'changes' | 'legalPages'>

/** Milliseconds between two attempts to read it, while an older one is shown because the database was away. */
const retryAfter = 1_000

export class SiteBook {
  readonly defaults: SiteDefaults
  readonly #context: Needs
  readonly #faces = new Faces()
  #known: { key: string; site: PublishedSite } | null = null
  #isStale = true
  #reading: Promise<PublishedSite> | null = null
  #generation = 0
  #retry: NodeJS.Timeout | undefined

  /** @param defaults those of content/, unless a test passes others. @throws ConfigError as `contentDefaults`. */
  constructor(context: Needs, defaults: SiteDefaults = contentDefaults()) {
    this.#context = context
    this.defaults = defaults
    context.changes.on('portfolio', () => {
      this.#generation++
      this.#isStale = true
      // Each request from now on gets what is read from now on.
      this.#reading = null
    })
  }

  /**
   * The live version; while the database is away, the last one that was read.
   * @throws what reading throws, when none has ever been read: nobody's site is shown under another name.
   */
  async current(): Promise<PublishedSite> {
    if (this.#known && !this.#isStale) return this.#known.site
    this.#reading ??= this.#read()
    return this.#reading
  }

  /** For emails and the like. */
  async brandName(): Promise<string> {
    return (await this.current()).content.name.brand
  }

  /** Content that is not published, as the pages would show it. */
  draft(content: SiteContent): PublishedSite {
    return this.#siteOf(-1, content)
  }

  async #read(): Promise<PublishedSite> {
    const generation = this.#generation
    try {
      const row = await latestRow(this.#context.db)
      const key = row ? `${row.version} ${row.published_at}` : 'none'
      const { content: own } = this.defaults
      const site =
        this.#known?.key === key
          ? this.#known.site
          : this.#siteOf(row?.version ?? 0, row ? contentOf(row, own) : own)
      if (generation === this.#generation) {
        this.#known = { key, site }
        this.#isStale = false
      }
      return site
    } catch (error) {
      if (!this.#known) throw error
      if (isAway(error)) this.#readLater(this.#known.site)
      return this.#known.site
    } finally {
      if (generation === this.#generation) this.#reading = null
    }
  }

  /** What was rendered in the meantime is cached, and goes if it shows an older version. */
  #readLater(shown: PublishedSite): void {
    this.#retry ??= setTimeout(async () => {
      this.#retry = undefined
      if ((await this.current()) !== shown) this.#context.changes.emit('portfolio')
    }, retryAfter).unref()
  }

  #siteOf(version: number, content: SiteContent): PublishedSite {
    const legal = this.#context.legalPages.links
    return new PublishedSite(version, content, this.defaults, { legal, faces: this.#faces })
  }
}
