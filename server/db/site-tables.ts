// The rows of the site's content.

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
