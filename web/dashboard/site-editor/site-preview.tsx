// The live preview: the real page in a frame, scaled to its column. Width, theme and page are its own and change nothing.
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { draftContent, type SiteContent } from '../../../contract/site.ts'
import { type Previewing, type PreviewPage, previewPages, previewSite } from '../../../contract/site-calls.ts'
import { usePreviewFrame, usePreviewOf } from '../../site/preview-frame.tsx'
import { isDark } from '../../theme.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { optionsOf, Select } from '../../ui/field.tsx'
import { MoonIcon, SunIcon } from '../../ui/icons.tsx'
import * as ui from '../../ui/primitives.module.css'
import { compact, phone } from '../../ui/styles.ts'
import { Segments } from '../../ui/tabs.tsx'
import { DesktopIcon, MobileIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import * as styles from './site.module.css'

/** Pixels of the page inside of the frame. */
const widths = { desktop: 1240, phone: 390 } as const

/** The page that the preview shows of a field, by its path in the content; undefined where it is on every page, or on none. */
export function pageOf(path = ''): PreviewPage | undefined {
  const [section = '', key] = path.split('.')
  const page = section === 'legal' ? key : section
  if (/^(|name|links|search|colour|type|language)$/.test(section)) return
  return page && page in previewPages ? (page as PreviewPage) : 'home'
}

type SiteProps = DraftView & { page: PreviewPage; onPage: (page: PreviewPage) => void; isChanged: boolean }

export function SitePreview({ view, failed, page, onPage, isChanged }: SiteProps) {
  const shown = useMemo(() => view && { view, page }, [view, page])
  return (
    <PreviewFrame shown={shown} failed={failed} note={isChanged ? 'Not published yet.' : ''}>
      <div className={styles.page}>
        <Select
          label="Page"
          hideLabel
          dense
          value={page}
          options={optionsOf(previewPages)}
          onChange={({ target }) => onPage(target.value as PreviewPage)}
        />
      </div>
    </PreviewFrame>
  )
}

interface FrameProps {
  /** The same object while nothing of it has changed. Undefined until there is something to show. */
  shown: Previewing | undefined
  failed: boolean
  /** After the width, such as whether visitors see it already. */
  note: string
  /** What else can be chosen. */
  children: ReactNode
}

export function PreviewFrame({ shown, failed, note, children }: FrameProps) {
  const [device, setDevice] = useState<keyof typeof widths>(() =>
    matchMedia(phone).matches ? 'phone' : 'desktop',
  )
  const [theme, setTheme] = useState<'light' | 'dark'>(() => (isDark() ? 'dark' : 'light'))
  const { preview, scale } = usePreviewFrame(shown, widths[device], theme)
  return (
    <div className={ui.stack}>
      <div className={ui.cluster}>
        <Segments
          label="Width"
          value={device}
          options={[
            { value: 'desktop', label: 'Desktop', icon: <DesktopIcon size="s" /> },
            { value: 'phone', label: 'Phone', icon: <MobileIcon size="s" /> },
          ]}
          onChoose={setDevice}
        />
        <Segments
          label="Theme"
          iconsOnly
          value={theme}
          options={[
            { value: 'light', label: 'Light', icon: <SunIcon size="s" /> },
            { value: 'dark', label: 'Dark', icon: <MoonIcon size="s" /> },
          ]}
          onChoose={setTheme}
        />
        {children}
      </div>
      <div className={styles.stage} data-device={device}>
        <div className={device === 'phone' ? `${styles.place} ${ui.marks}` : styles.place}>{preview}</div>
      </div>
      <p className={ui.meta} role="status">
        {failed
          ? 'The preview could not be updated.'
          : `${widths[device]} px, shown at ${Math.round(100 * scale)} %. ${note}`.trim()}
      </p>
    </div>
  )
}

export type DraftView = ReturnType<typeof useDraftView>

/** @returns the view of the last content that could be previewed; undefined until the first one has come */
export function useDraftView(content: SiteContent) {
  // What is too long is not sent: the server rejects it until it is shortened.
  const isGood = (typed: SiteContent) => draftContent.safeParse(typed).success
  const { view, failed } = usePreviewOf(content, (content) => ({
    ...read('site-preview', previewSite, { body: { content } }),
    enabled: isGood(content),
  }))
  return { view, failed: failed || !isGood(content) }
}

/**
 * Where a preview has no space next to its form it is opened by a button, in a dialog that is a step of the history: Back takes
 * that, and not the page with the form.
 */
export function usePreviewStep(title: string, preview: ReactNode) {
  const isCompact = useIsCompact()
  const navigate = useNavigate()
  const here = useLocation()
  // Of this form alone: after a reload, and by Forward, the preview of no other one opens.
  const [own] = useState(Date.now)
  const step = here.state?.preview
  const isOpen = step === own && isCompact
  const isMoving = useRef(false)
  /** Once, however often it is pressed: a second step back would leave the form. */
  const move = (go: () => unknown) => {
    if (!isMoving.current) go()
    isMoving.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each place in the history
  useEffect(() => {
    isMoving.current = false
  }, [here.key])
  // Another form's, or with space next to the form, it is taken back: Back would seem to do nothing.
  const takeBack = useEffectEvent(() => move(() => navigate(-1)))
  useEffect(() => {
    if (step && !isOpen) takeBack()
  }, [step, isOpen])
  return {
    isCompact,
    button: isCompact && (
      <Button
        variant="secondary"
        size="sm"
        className={`${lists.quiet} ${lists.whole}`}
        onClick={() => move(() => navigate(here, { state: { preview: own }, preventScrollReset: true }))}
      >
        {title}
      </Button>
    ),
    dialog: isOpen && (
      <Dialog title={title} size="window" onClose={() => move(() => navigate(-1))}>
        {preview}
      </Dialog>
    ),
  }
}

function useIsCompact(): boolean {
  const list = matchMedia(compact)
  return useSyncExternalStore(
    (change) => {
      list.addEventListener('change', change)
      return () => list.removeEventListener('change', change)
    },
    () => list.matches,
  )
}
