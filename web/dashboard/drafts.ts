// What was typed and not yet sent outlives a look at another page and a sign-in in between, as long as the tab lives.
const drafts = new Map<string, unknown>()

export function draftOf<Draft>(key: string): Draft | undefined {
  return drafts.get(key) as Draft | undefined
}

/** Undefined forgets it: it was sent or discarded. */
export function keepDraft(key: string, draft: unknown): void {
  if (draft === undefined) drafts.delete(key)
  else drafts.set(key, draft)
}
