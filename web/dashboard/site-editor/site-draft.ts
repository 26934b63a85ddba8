// What an admin has changed and not published yet: in this browser, under the account's id, until it is published or
// discarded. Unlike other drafts it outlives the tab: a site is often edited on several days.
import { draftContent, type SiteContent } from '../../../contract/site.ts'

export interface SiteDraft {
  content: SiteContent
  /** The version that the changes began with. */
  basedOn: number
  /** ISO 8601 UTC. */
  savedAt: string
}

const keyOf = (accountId: string | null) => `site draft ${accountId}`

/** Null where nothing is stored, storage is blocked, or another version of the editor has stored something else. */
export function readSiteDraft(accountId: string | null): SiteDraft | null {
  try {
    const { content, basedOn, savedAt } = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? 'null')
    const checked = draftContent.safeParse(content)
    return checked.success && Number.isInteger(basedOn)
      ? { content: checked.data, basedOn, savedAt: String(savedAt) }
      : null
  } catch {
    return null
  }
}

export function storeSiteDraft(accountId: string | null, draft: SiteDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(accountId), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(accountId))
  } catch {
    // Blocked or full: nothing is stored beyond this page.
  }
}
