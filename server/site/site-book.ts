// The live version of the site's content in this process: read when it is first needed and again after each change of
// what is public, by whichever instance.

import type { SiteContent } from '../../contract/site.ts'
import { Faces } from '../brand/faces.ts'
import type { AppContext } from '../context.ts'
import { isAway } from '../db/connect.ts'
import { type Cover, type CoverChoice, readCovers } from '../projects/covers.ts'
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
  /** What was read last, and before which change. */
  #known: { key: string; site: PublishedSite; generation: number } | null = null
  #isStale = true
  #reading: Promise<PublishedSite> | null = null
  #generation = 0
  #retry: NodeJS.Timeout | undefined
  /** Those that were read last. */
  readonly #covers = new Map<CoverChoice, readonly Cover[]>()
  /** Which of them a page has shown while the database was away. */
  #oldCovers: CoverChoice | null = null

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
      // Also where there has been a change in the meantime: it is newer than what was read before.
      if (!this.#known || generation >= this.#known.generation) this.#known = { key, site, generation }
      if (generation === this.#generation) this.#isStale = false
      return site
    } catch (error) {
      if (!this.#known) throw error
      if (isAway(error)) this.#readLater()
      return this.#known.site
    } finally {
      if (generation === this.#generation) this.#reading = null
    }
  }

  /** What was rendered in the meantime is cached, and goes if it shows something older. */
  #readLater(): void {
    const { site } = this.#known ?? {}
    this.#retry ??= setTimeout(async () => {
      this.#retry = undefined
      const isNewer = (await this.current()) !== site
      const areCoversNewer = this.#oldCovers !== null && (await this.#areCoversRead(this.#oldCovers))
      if (isNewer || areCoversNewer) this.#context.changes.emit('portfolio')
    }, retryAfter).unref()
  }

  async #areCoversRead(which: CoverChoice): Promise<boolean> {
    await this.#readCovers(which).catch(() => {})
    return this.#oldCovers === null
  }

  /** While the database is away, those that were read last. */
  async #readCovers(which: CoverChoice): Promise<readonly Cover[]> {
    try {
      const covers = await readCovers(this.#context.db, which)
      this.#covers.set(which, covers)
      this.#oldCovers = null
      return covers
    } catch (error) {
      if (!isAway(error)) throw error
      this.#oldCovers = which
      this.#readLater()
      return this.#covers.get(which) ?? []
    }
  }

  #siteOf(version: number, content: SiteContent): PublishedSite {
    const legal = this.#context.legalPages.links
    const covers = (which: CoverChoice) => this.#readCovers(which)
    return new PublishedSite(version, content, this.defaults, { legal, faces: this.#faces, covers })
  }
}
