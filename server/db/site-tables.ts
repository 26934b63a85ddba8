// The rows of the site's content.
import type { SiteImageKind } from '../../contract/site.ts'

/** One published version; the one with the highest number is live. */
export interface SiteVersionRow {
  /** 1 is the first. */
  version: number
  /** JSON of contract/site.ts, as it was when it was published. */
  content: string
  /** The sections that differ from the version before, with spaces between them. */
  changed: string
  /** As text, because the account may be deleted. */
  author: string
  published_at: string
}

/** An upload for the content, from before it is published until no stored version names it. */
export interface SiteImageRow {
  /** That of its folder, `<24 hex>-<width>x<height>`, by which content names it. */
  name: string
  kind: SiteImageKind
  /** When it was uploaded, previewed or published last; of a preview, the day is enough. */
  used_at: string
}
