// How often the site was visited, counted without anything about visitors.

/** One row a day for the whole site, and one for each project whose preview was opened on it. */
export interface DailyCountRow {
  /** YYYY-MM-DD, of UTC. */
  day: string
  /** Empty: the whole site. */
  item_id: string
  /** Public pages shown; 0 in the row of a project. */
  views: number
  /** Previews opened. */
  opens: number
  /** Live sites opened from a preview. */
  clicks: number
}
