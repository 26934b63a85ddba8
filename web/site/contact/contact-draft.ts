// A half-written message outlives a look at another page: the draft of the contact form (drafts.ts).
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { readDraft, storeDraft } from '../../drafts.ts'
import { useSession } from '../../session.tsx'

const draftName = 'contact'
/** Those that are typed. */
const fields = ['name', 'email', 'subject', 'message'] as const
type Values = Partial<Record<(typeof fields)[number], string>>
/** With the time when the page was opened at which it was begun. */
type Draft = Values & { openedAt?: number }

function* controlsOf(form: HTMLFormElement | null) {
  for (const field of fields) {
    const control = form?.elements.namedItem(field)
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      yield [field, control] as const
  }
}

/**
 * Fills the form from a visitor's draft at once, and from an account's once it is known who is signed in; what is in a
 * field by then stays. Stores what is in the form at hydration and when it leaves the page, so also what was typed before.
 */
export function useContactDraft(form: RefObject<HTMLFormElement | null>) {
  const { loading, user, accountId } = useSession()
  const { name, email } = user ?? {}
  const isUnknown = loading && !user
  const openedAt = useRef(performance.timeOrigin)

  const store = useCallback(() => {
    const filledIn: Values = { name, email }
    // As long as the draft is not in the fields, what is typed only adds to it.
    const typed: Draft = isUnknown ? readDraft<Draft>(accountId, draftName, {}) : {}
    for (const [field, { value }] of controlsOf(form.current))
      if (value && value !== filledIn[field]) typed[field] = value
    const isEmpty = !fields.some((field) => typed[field])
    storeDraft(accountId, draftName, isEmpty ? undefined : { ...typed, openedAt: openedAt.current })
  }, [form, isUnknown, accountId, name, email])

  useLayoutEffect(() => {
    // A visitor's own belongs to nobody else. What somebody wrote before signing in goes on as theirs.
    const draft: Draft = {
      ...(isUnknown ? {} : readDraft<Draft>(accountId, draftName, {})),
      ...readDraft<Draft>(null, draftName, {}),
    }
    openedAt.current = Math.min(openedAt.current, draft.openedAt ?? openedAt.current)
    for (const [field, control] of controlsOf(form.current)) control.value ||= draft[field] ?? ''
    store()
    if (!isUnknown && accountId) storeDraft(null, draftName, undefined)
    return store
  }, [form, isUnknown, accountId, store])

  const forget = () => {
    for (const owner of [accountId, null]) storeDraft(owner, draftName, undefined)
  }
  /** Milliseconds since the page was opened, or the one at which the draft was begun: that one is sent again at once. */
  const elapsed = () => Math.round(Math.max(performance.now(), Date.now() - openedAt.current))
  return { store, forget, elapsed }
}
