// The state of the site editor: the live version, what is in the form, its errors, and publishing.

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { Problem } from '../../../contract/problem.ts'
import type { StoredSite } from '../../../contract/responses/site.ts'
import {
  changedSections,
  draftContent,
  type SiteContent,
  type SiteSection,
  siteContent,
} from '../../../contract/site.ts'
import { publishSite, readSite, readSiteVersion } from '../../../contract/site-calls.ts'
import { call, messageOf } from '../../call.ts'
import { useSession } from '../../session.tsx'
import { reloadSite } from '../../site-part.ts'
import { closeErrors, toast } from '../../ui/toast.tsx'

/** By the path of the field, `skills.list.0.name`. */
export type SiteErrors = Readonly<Record<string, string>>

export type Change = <Section extends SiteSection>(section: Section, value: SiteContent[Section]) => void

export type SiteEdit = ReturnType<typeof useSiteEdit>

export function useSiteEdit(stored: StoredSite) {
  const { accountId } = useSession()
  const { revalidate } = useRevalidator()
  const [live, setLive] = useState(stored)
  const [start] = useState(() => readSiteDraft(accountId))
  const [content, setContent] = useState(start?.content ?? stored.content)
  const [basedOn, setBasedOn] = useState(start?.basedOn ?? stored.version)
  const [savedAt, setSavedAt] = useState(start?.savedAt ?? null)
  const [errors, setErrors] = useState<SiteErrors>({})
  const [busy, setBusy] = useState(false)
  /** What somebody else has published in the meantime, in words. */
  const [merged, setMerged] = useState<string | null>(null)
  const changed = changedSections(live.content, content)
  /** What has been typed, also while a request is under way. */
  const latest = useRef(content)

  const replace = (next: SiteContent, base = basedOn, from = live) => {
    const isChanged = changedSections(from.content, next).length > 0
    const now = new Date().toISOString()
    latest.current = next
    setContent(next)
    setBasedOn(base)
    setSavedAt(isChanged ? now : null)
    // Without changes here there may be some of another tab.
    if (isChanged || changed.length > 0)
      storeSiteDraft(accountId, isChanged ? { content: next, basedOn: base, savedAt: now } : null)
    // Once errors are shown, each goes as soon as its field is right.
    setErrors((shown) => (Object.keys(shown).length > 0 ? errorsOf(next) : shown))
  }

  /** Another version is live: what was changed here stays, everything else is as the other one has it. */
  const merge = async () => {
    const [other, base] = await Promise.all([
      call(readSite),
      call(readSiteVersion, { params: { version: String(basedOn) } }).catch(() => null),
    ])
    const own = latest.current
    const mine = changedSections((base ?? other).content, own)
    const both = mine.filter((section) => other.changed.includes(section))
    setLive(other)
    replace(withSections(other.content, own, mine), other.version, other)
    if (mine.length === 0) return
    const who = other.author ?? 'Somebody'
    setMerged(
      `${who} has published another version. Your changes are still here, everything else is as published.${
        both.length > 0
          ? ` Both of you have changed ${both.map((name) => sectionNames[name]).join(', ')}: yours is in the form.`
          : ''
      } Look at it before you publish.`,
    )
  }

  /** The list of versions has a newer one. What fails here is made good by the next attempt to publish. */
  const follow = async (newest: number) => {
    if (busy || newest <= live.version) return
    setBusy(true)
    await merge().catch(() => {})
    setBusy(false)
  }

  const publish = async (form: HTMLElement | null) => {
    const found = errorsOf(content)
    const focus = () =>
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ focusVisible: true } as FocusOptions)
    flushSync(() => setErrors(found))
    if (Object.keys(found).length > 0) return focus()
    setBusy(true)
    closeErrors()
    try {
      const sent = siteContent.parse(content)
      const { message, published } = await call(publishSite, { body: { content: sent, basedOn } })
      const now = { ...published, content: sent }
      setLive(now)
      const typed = changedSections(content, latest.current)
      replace(withSections(sent, latest.current, typed), now.version, now)
      setMerged(null)
      void reloadSite(revalidate)
      toast(message)
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') await merge().catch(failed)
      else if (error instanceof Problem && error.fields) {
        flushSync(() => setErrors(fromServer(error.fields ?? {})))
        focus()
      } else failed(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    live,
    content,
    changed,
    savedAt: changed.length > 0 ? savedAt : null,
    /** From a draft of an earlier visit. */
    isRestored: start !== null && changed.length > 0 && start.content === content,
    errors,
    busy,
    merged,
    change: ((section, value) => replace({ ...latest.current, [section]: value })) as Change,
    /** Puts a stored version into the form, as changes that are not published. */
    restore: (version: SiteContent) => replace(version),
    discard: () => {
      setMerged(null)
      setErrors({})
      replace(live.content, live.version)
    },
    publish,
    follow,
  }
}

export const sectionNames: Readonly<Record<SiteSection, string>> = {
  name: 'Name and brand',
  hero: 'Hero',
  stats: 'Stats',
  services: 'Services',
  skills: 'Skills',
  slider: 'Slider',
  about: 'About',
  contact: 'Contact',
  links: 'Links',
  search: 'Search and sharing',
  colour: 'Colour',
}

function failed(error: unknown): void {
  toast(messageOf(error, 'The site could not be published.'), { kind: 'error' })
}

function errorsOf(content: SiteContent): SiteErrors {
  const { error } = siteContent.safeParse(content)
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message
  return found
}

function fromServer(fields: Record<string, string>): SiteErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^content\./, ''), text]),
  )
}

function withSections(into: SiteContent, from: SiteContent, sections: readonly SiteSection[]): SiteContent {
  return { ...into, ...Object.fromEntries(sections.map((section) => [section, from[section]])) }
}

export interface SiteDraft {
  content: SiteContent
  /** The version that the changes began with. */
  basedOn: number
  /** ISO 8601 UTC. */
  savedAt: string
}

const keyOf = (accountId: string | null) => `site draft ${accountId}`

/** Null where nothing is stored, storage is blocked, or another version of the editor has stored something else. */
function readSiteDraft(accountId: string | null): SiteDraft | null {
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

function storeSiteDraft(accountId: string | null, draft: SiteDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(accountId), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(accountId))
  } catch {
    // Blocked or full: nothing is stored beyond this page.
  }
}
