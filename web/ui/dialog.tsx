// A modal dialog on the platform's own <dialog>: it traps the focus, gives it back and closes on Escape.

import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from './button.tsx'
import * as styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'
import { Toasts } from './notice.tsx'
import * as ui from './primitives.module.css'
import { classes } from './styles.ts'
import { useWords } from './words.tsx'

type Props = {
  title: string
  /** `window`: all of it; `page`: the same, laid out as a page. */
  size?: 's' | 'm' | 'l' | 'window' | 'page'
  /** For Escape, backdrop and close button: the owner closes it, or leaves it open. */
  onClose: () => void
  /** Makes body and footer one form, with these attributes. */
  form?: ComponentProps<'form'>
  /** Next to the title. */
  aside?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

const sizes = { s: styles.small, m: undefined, l: styles.large, window: styles.window, page: styles.page }

/** Keeps the page below from scrolling; for a dialog over a dialog it is held already. */
function holdPage(dialog: HTMLElement) {
  const page = document.documentElement
  if (page.dataset.still !== undefined) return () => {}
  const hasBar = window.innerWidth > page.clientWidth
  // Where all of it is covered nothing is seen to jump, and the dialog takes the space of the scrollbar, too.
  page.dataset.still = hasBar && dialog.offsetWidth < page.clientWidth ? 'bar' : ''
  return () => {
    delete page.dataset.still
  }
}

/** Escape closes a menu in the dialog alone: Safari would close both, and there a button has no focus that was pressed. */
function keepMenuApart(dialog: HTMLElement) {
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const menu = event.key === 'Escape' && dialog.querySelector<HTMLElement>('[popover=auto]:popover-open')
    if (!menu) return
    event.preventDefault()
    menu.hidePopover()
  }
  addEventListener('keydown', onKeyDown, true)
  return () => removeEventListener('keydown', onKeyDown, true)
}

/** The element marked `data-autofocus` gets the focus, otherwise the first field, otherwise the close button. */
export function Dialog({ title, size = 'm', onClose, form, aside, children, footer }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOn = useRef<EventTarget | null>(null)
  const titleId = useId()
  const t = useWords()

  // A layout effect, because its clean-up runs while the element is still in the page: close() gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)')
    // A ring also after a click: where the focus starts is news here.
    first?.focus({ focusVisible: true } as FocusOptions)
    const release = holdPage(dialog)
    const apart = keepMenuApart(dialog)
    return () => {
      release()
      apart()
      dialog.close()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    // Prevented: what has the focus has taken it, such as a row that is put back.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Handled here and not on "cancel": the second Escape in a row closes whatever "cancel" says.
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  const onClick = (event: MouseEvent) => {
    // Pressed inside and released outside is selecting text, not closing.
    if (event.target === ref.current && pressedOn.current === ref.current) onClose()
  }

  const content = (
    <>
      <div className={`${ui.stack} ${styles.body}`}>{children}</div>
      {footer && <div className={`${ui.cluster} ${styles.foot}`}>{footer}</div>}
    </>
  )
  return (
    <dialog
      ref={ref}
      className={classes(styles.dialog, sizes[size])}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        pressedOn.current = event.target
      }}
      onClick={onClick}
      onCancel={(event) => {
        // A file picker inside the dialog fires "cancel" too, and it bubbles.
        if (event.target !== ref.current || !event.cancelable) return
        event.preventDefault()
        onClose()
      }}
      // Asked to close several times in a row, browsers close it whatever "cancel" says.
      onClose={({ target }) => {
        if (target !== ref.current) return
        ref.current.showModal()
        onClose()
      }}
    >
      <header className={`${ui.row} ${styles.head}`}>
        <h2 id={titleId}>{title}</h2>
        {aside}
        <IconButton label={t('Close')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      {form ? <form {...form}>{content}</form> : content}
      <Toasts />
    </dialog>
  )
}
