// What this tab and this browser store; undefined where their storage is blocked or full, and on the server. What was typed and
// not yet sent outlives a look at another page, a session that ends, and a reload of the tab, in whose storage it is: that is
// emptied when its user logs out or another one signs in (session.tsx). Passwords are in no draft.
export const inTab = <Result>(use: (storage: Storage) => Result) => attempt(() => use(sessionStorage))
export const inBrowser = <Result>(use: (storage: Storage) => Result) => attempt(() => use(localStorage))

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const prefix = 'draft '

/** The same with the files, which no storage takes: a reload loses them. */
const drafts = new Map<string, object>()

/** @returns a part of it where it was stored without its files, or by an older version of the form */
export function readDraft<Draft extends object>(form: string): Partial<Draft> | undefined {
  const text = inTab((storage) => storage.getItem(prefix + form))
  return text ? (drafts.get(form) ?? JSON.parse(text)) : undefined
}

/** Undefined forgets it: it was sent or discarded. */
export function storeDraft(form: string, draft: object | undefined): void {
  if (!draft) {
    drafts.delete(form)
    inTab((storage) => storage.removeItem(prefix + form))
    return
  }
  drafts.set(form, draft)
  const text = Object.entries(draft).filter(([, value]) => !(value instanceof File))
  inTab((storage) => storage.setItem(prefix + form, JSON.stringify(Object.fromEntries(text))))
}

/** Whether anything is waiting to be sent. */
export function hasDrafts(): boolean {
  return inTab((storage) => Object.keys(storage).some((key) => key.startsWith(prefix))) ?? false
}
