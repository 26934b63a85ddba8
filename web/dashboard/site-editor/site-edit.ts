// The state of the site editor: the live version, what is in the form, its errors, and publishing.
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { Problem } from '../../../contract/problem.ts'
import type { DeliveredImages, StoredSite } from '../../../contract/responses/site.ts'
import {
  changedSections,
  draftContent,
  type SiteContent,
  type SiteSection,
  siteContent,
} from '../../../contract/site.ts'
import { publishSite, readSite, readSiteVersion } from '../../../contract/site-calls.ts'
import { call, messageOf } from '../../call.ts'
import { withValue } from '../../forms/paths.ts'
import { useSession } from '../../session.tsx'
import { reloadSite } from '../../site-part.ts'
import { inBrowser } from '../../storage.ts'
import { closeErrors, toast } from '../../ui/notice.tsx'
import type { Uploads } from '../project-images/uploads.tsx'
import { sections } from './site-fields.ts'
import type { DraftView } from './site-preview.tsx'

/** By the path of the field, `skills.list.0.name`. */
type SiteErrors = Readonly<Record<string, string>>

export type SiteEdit = ReturnType<typeof useSiteEdit>

/** What the controls and the list of versions get. */
export type SiteForm = SiteEdit & { delivered: DeliveredImages; uploads: Uploads } & Pick<DraftView, 'view'>

interface Edited {
  live: StoredSite
  content: SiteContent
  /** The version that the changes began with. */
  basedOn: number
}

export function useSiteEdit(stored: StoredSite) {
  const { user } = useSession()
  const key = `site draft ${user?.id ?? null}`
  const { revalidate } = useRevalidator()
  const [start] = useState(() => readDraft(key))
  const [edited, setEdited] = useState<Edited>({
    ...{ live: stored, content: stored.content, basedOn: stored.version },
    ...start,
  })
  /** What has been typed, also while a request is under way. */
  const latest = useRef(edited)
  const [errors, setErrors] = useState<SiteErrors>({})
  const [busy, setBusy] = useState(false)
  /** What somebody else has published in the meantime, in words. */
  const [merged, setMerged] = useState<string | null>(null)
  /** How often that was found only by publishing. */
  const [conflicts, setConflicts] = useState(0)

  const show = useCallback((changes: Partial<Edited>) => {
    const next = { ...latest.current, ...changes }
    latest.current = next
    setEdited(next)
    // Once errors are shown, each goes as soon as its field is right.
    setErrors((shown) => (Object.keys(shown).length > 0 ? errorsOf(next.content) : shown))
  }, [])

  const put = (changes: Partial<Edited>) => {
    const wasChanged = changesIn(latest.current).length > 0
    show(changes)
    const { content, basedOn } = latest.current
    const isChanged = changesIn(latest.current).length > 0
    const draft = JSON.stringify({ content, basedOn, savedAt: new Date().toISOString() })
    // Blocked or full: nothing is stored beyond this page.
    inBrowser((storage) => {
      if (isChanged) storage.setItem(key, draft)
      else if (wasChanged) storage.removeItem(key)
    })
  }

  // A draft is that of the browser: each of its tabs shows what was typed last, or else the last one to close would win.
  useEffect(() => {
    const controller = new AbortController()
    const onStorage = async ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== key) return
      const draft = readDraft(key)
      if (draft) return show(draft)
      // Of another version of the editor.
      if (newValue !== null) return
      // Published or discarded there.
      const live = await call(readSite).catch(() => null)
      // Otherwise something was typed in the meantime.
      if (!live || readDraft(key)) return
      show({ live, content: live.content, basedOn: live.version })
      setMerged(null)
    }
    addEventListener('storage', onStorage, { signal: controller.signal })
    return () => controller.abort()
  }, [key, show])

  /** Another version is live: what was changed here stays, everything else is as the other one has it. */
  const merge = async () => {
    const { basedOn } = latest.current
    const [live, base] = await Promise.all([
      call(readSite),
      call(readSiteVersion, { params: { version: String(basedOn) } }).catch(() => null),
    ])
    const own = latest.current.content
    const mine = changedSections((base ?? live).content, own)
    put({ live, content: withSections(live.content, own, mine), basedOn: live.version })
    // Such as one's own, whose response was lost.
    if (changesIn(latest.current).length === 0) return
    const both = mine.filter((section) => live.changed.includes(section)).map((name) => sections[name].title)
    const conflict =
      both.length > 0 ? ` Both of you have changed ${both.join(', ')}: yours is in the form.` : ''
    setMerged(
      `${live.author ?? 'Somebody'} has published another version. Your changes are still here, ` +
        `everything else is as published.${conflict} Look at it before you publish.`,
    )
  }

  /** The list of versions has a newer one. What fails here is made good by the next attempt to publish. */
  const follow = async (newest: number) => {
    if (busy || newest <= latest.current.live.version) return
    setBusy(true)
    await merge().catch(() => {})
    setBusy(false)
  }

  const publish = async (form: HTMLElement | null) => {
    const show = (found: SiteErrors) => {
      flushSync(() => setErrors(found))
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ focusVisible: true } as FocusOptions)
    }
    const { content, basedOn } = latest.current
    const found = errorsOf(content)
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    closeErrors()
    try {
      const sent = siteContent.parse(content)
      const { message, published } = await call(publishSite, { body: { content: sent, basedOn } })
      const typed = changedSections(content, latest.current.content)
      put({
        live: { ...published, content: sent },
        content: withSections(sent, latest.current.content, typed),
        basedOn: published.version,
      })
      setMerged(null)
      void reloadSite(revalidate)
      toast(message)
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict')
        await merge().then(() => {
          if (changesIn(latest.current).length > 0) return setConflicts((times) => times + 1)
          void reloadSite(revalidate)
          toast('Published!')
        }, failed)
      else if (error instanceof Problem && error.fields) show(fromServer(error.fields))
      else failed(error)
    } finally {
      setBusy(false)
    }
  }

  const { live, content } = edited
  return {
    live,
    content,
    changed: changesIn(edited),
    /** When changes of an earlier visit were made, until there are others. */
    restoredFrom: start?.content === content ? start.savedAt : null,
    errors,
    busy,
    merged,
    conflicts,
    /** @param path of the field in the content */
    change: (path: string, value: unknown) =>
      put({ content: withValue(latest.current.content, path, value) }),
    /** Puts a stored version into the form, as changes that are not published. */
    restore: (version: SiteContent) => put({ content: version }),
    discard: () => {
      setMerged(null)
      setErrors({})
      put({ content: live.content, basedOn: live.version })
    },
    publish,
    follow,
  }
}

const changesIn = ({ live, content }: Edited) => changedSections(live.content, content)

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

function withSections(into: SiteContent, from: SiteContent, names: readonly SiteSection[]): SiteContent {
  return { ...into, ...Object.fromEntries(names.map((name) => [name, from[name]])) }
}

/** Null where nothing is stored, storage is blocked, or another version of the editor has stored something else. */
function readDraft(key: string) {
  const stored = inBrowser((storage) => JSON.parse(storage.getItem(key) ?? 'null'))
  const { content, basedOn, savedAt } = stored ?? {}
  const { data = content, error } = draftContent.safeParse(content)
  // What was pasted and is too long is shown with its error.
  const isReadable = !error || error.issues.every(({ code }) => code === 'too_big')
  if (!isReadable || !Number.isInteger(basedOn)) return null
  return { content: data as SiteContent, basedOn: Number(basedOn), savedAt: String(savedAt) }
}
