// What tells something: a notice inside the page, what stands where nothing is, and toasts, which are gone after five seconds unless
// somebody is reading them.

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import * as styles from './notice.module.css'
import * as ui from './primitives.module.css'
import { classes } from './styles.ts'
import { DoneIcon, ErrorIcon, InfoIcon } from './tool-icons.tsx'
import { useSaid, useWords } from './words.tsx'

type Props = {
  kind?: 'notice' | 'error' | 'success'
  /** `status` for what was on the page from the start and should not interrupt. */
  role?: 'alert' | 'status' | 'note'
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

const kinds = { notice: undefined, error: styles.error, success: styles.success }
const icons = { notice: InfoIcon, error: ErrorIcon, success: DoneIcon }

export function Alert({ kind = 'notice', role = 'alert', onDismiss, children }: Props) {
  const Icon = icons[kind]
  const t = useWords()
  return (
    <div className={classes(styles.alert, kinds[kind])} role={role}>
      <Icon />
      <p>{children}</p>
      {onDismiss && <IconButton label={t('Dismiss')} icon={<CloseIcon size="s" />} onClick={onDismiss} />}
    </div>
  )
}

export function Announcement({ children }: { children: string }) {
  return (
    <p className={ui.hidden} role="status">
      {children}
    </p>
  )
}

type EmptyProps = { text: string; role?: 'status' | 'alert'; children?: ReactNode }

export function Empty({ text, role, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 112 84" aria-hidden="true">
        <path d="M.5.5h111v83H.5zM.5.5l111 83M111.5.5L.5 83.5" />
      </svg>
      <p className={ui.statement} role={role}>
        {text}
      </p>
      {children}
    </div>
  )
}

/** Milliseconds. */
const shownFor = 5000

type Kind = 'success' | 'error'
type Action = { label: string; run: () => void }
type Toast = { id: number; message: string; kind: Kind; action?: Action | undefined }

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function change(to: readonly Toast[]) {
  toasts = to
  for (const listener of listeners) listener()
}

/**
 * Shows a short message; callable from anywhere in the browser. It takes the place of the same message without a button, which
 * would say nothing more.
 * @param more.action a button, which also closes it
 * @returns closes it
 */
export function toast(message: string, { kind = 'success', action }: { kind?: Kind; action?: Action } = {}) {
  const others = toasts.filter((one) => one.message !== message || one.kind !== kind || one.action)
  const id = nextId++
  change([...others, { id, message, kind, action }])
  return () => change(toasts.filter((one) => one.id !== id))
}

/** Before something is tried again, what is said of the last try goes. */
export function closeErrors() {
  change(toasts.filter(({ kind }) => kind !== 'error'))
}

const none: readonly Toast[] = []
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Every <Toasts> there is: outside of the newest dialog nothing can be pressed. */
let places: readonly object[] = []

/** On every page, where it stays while pages change, and in every dialog: shown in the newest of them. */
export function Toasts() {
  const [place] = useState(() => ({}))
  useEffect(() => {
    places = [...places, place]
    change(toasts)
    return () => {
      places = places.filter((one) => one !== place)
      change(toasts)
    }
  }, [place])
  const shown = useSyncExternalStore(
    subscribe,
    () => (places.at(-1) === place ? toasts : none),
    () => none,
  )
  const t = useWords()
  const ref = useRef<HTMLElement>(null)
  const newest = shown.at(-1)?.id
  // Shown again for every toast: the top layer stacks in the order of showing, and a dialog may have come in between.
  useEffect(() => {
    if (!newest) return
    ref.current?.hidePopover()
    ref.current?.showPopover()
  }, [newest])
  if (!newest) return null
  return (
    <section ref={ref} className={styles.toasts} popover="manual" aria-label={t('Notifications')}>
      {shown.map((one) => (
        <Shown key={one.id} {...one} />
      ))}
    </section>
  )
}

function Shown({ id, message, kind, action }: Toast) {
  const t = useWords()
  const said = useSaid()
  const [text, setText] = useState('')
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  /** What had the focus before something in it. */
  const focusedBefore = useRef<HTMLElement | null>(null)

  const close = () => {
    if (element.current?.contains(document.activeElement)) {
      const before = focusedBefore.current
      const next = before?.isConnected ? before : document.querySelector<HTMLElement>('main')
      next?.focus({ preventScroll: true })
    }
    change(toasts.filter((one) => one.id !== id))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins when nobody reads it
  useEffect(() => {
    if (isPointedAt || hasFocus) return
    const timer = setTimeout(close, shownFor)
    return () => clearTimeout(timer)
  }, [isPointedAt, hasFocus])
  // Screen readers announce what enters a live region that is already there, so the text comes a moment later.
  useEffect(() => {
    const timer = setTimeout(() => setText(message), 50)
    return () => clearTimeout(timer)
  }, [message])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or focusing it only makes it stay
    <div
      ref={element}
      className={classes(ui.row, styles.toast, kind === 'error' && styles.toastError)}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setFocus(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          focusedBefore.current = relatedTarget
      }}
      onBlur={() => setFocus(false)}
    >
      {kind === 'error' ? <ErrorIcon /> : <DoneIcon />}
      <span role={kind === 'error' ? 'alert' : 'status'}>{said(text)}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run()
            close()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label={t('Close')} icon={<CloseIcon size="s" />} onClick={close} />
    </div>
  )
}
