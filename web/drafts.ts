// What was typed and not yet sent outlives a look at another page, a session that ends, and a reload of the tab.
// It is in this tab's storage, which logging out empties, under the account's id, so that nobody else who logs in here
// gets to see it. Passwords are in no draft.

import { accountId as currentAccountId } from './session.tsx'

const prefix = 'draft '

/** The same with the files, which no storage takes: a reload loses them. */
const drafts = new Map<string, object>()

/** Null where storage is blocked. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

const keyOf = (accountId: string | null, form: string) => `${prefix}${accountId} ${form}`

/** @param initial completes a draft that was stored without its file, or by an older version of the form. */
export function readDraft<Draft extends object>(
  accountId: string | null,
  form: string,
  initial: Draft,
): Draft {
  const key = keyOf(accountId, form)
  const tab = storage()
  const text = tab?.getItem(key)
  if (tab && !text) return initial
  const draft = (drafts.get(key) ?? parse(text)) as Partial<Draft> | undefined
  return draft ? { ...initial, ...draft } : initial
}

function parse(text: string | null | undefined): object | undefined {
  try {
    const draft: unknown = JSON.parse(text ?? 'null')
    return typeof draft === 'object' && draft !== null ? draft : undefined
  } catch {
    return undefined
  }
}

/**
 * Undefined forgets it: it was sent or discarded. Nothing is stored for an account that this tab no longer belongs to: a
 * form that leaves the page because its user has logged out comes too late.
 */
export function storeDraft(accountId: string | null, form: string, draft: object | undefined): void {
  if (draft && accountId !== currentAccountId()) return
  const key = keyOf(accountId, form)
  const tab = storage()
  if (!draft) {
    drafts.delete(key)
    tab?.removeItem(key)
    return
  }
  drafts.set(key, draft)
  const text = Object.entries(draft).filter(([, value]) => !(value instanceof File))
  try {
    tab?.setItem(key, JSON.stringify(Object.fromEntries(text)))
  } catch {
    // The storage is full: nothing is stored beyond this form.
  }
}

/** Whether anything of an account is waiting to be sent: a visitor's own draft belongs to none. */
export function hasDrafts(): boolean {
  const keys = Object.keys(storage() ?? Object.fromEntries(drafts))
  return keys.some((key) => key.startsWith(prefix) && !key.startsWith(keyOf(null, '')))
}
