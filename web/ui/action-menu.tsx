// A menu of actions on one row: arrow keys, Home and End move in it, Escape closes it (WAI-ARIA, menu button).
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import * as styles from './menu.module.css'
import { moveFocus } from './roving-focus.ts'
import { classes } from './styles.ts'
import { MoreIcon } from './tool-icons.tsx'

export type Action = {
  label: string
  icon: ReactNode
  /** The keys that do the same. */
  keys?: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

const item = '[role=menuitem]:not(:disabled)'

/** @param groups actions, with a line between two groups */
export function ActionMenu({ label, groups }: { label: string; groups: readonly (readonly Action[])[] }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector<HTMLElement>(item)?.focus()
    const leave = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false)
    }
    const events = ['focusin', 'pointerdown']
    for (const event of events) document.addEventListener(event, leave)
    return () => {
      for (const event of events) document.removeEventListener(event, leave)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (moveFocus(event, item, 'column') || event.key !== 'Escape') return
    close()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.place} ref={place}>
      <IconButton
        ref={button}
        size="sm"
        title="More"
        label={label}
        icon={<MoreIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // Safari gives a pressed button no focus, which the menu would lose then.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => (isOpen ? close() : setOpen(true))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.altKey || isOpen) return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {isOpen && (
        <div
          id={id}
          ref={menu}
          className={`${styles.popup} ${styles.menu}`}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {groups.map((actions) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu
            <div key={actions[0]?.label} role="group" aria-label={label}>
              {actions.map(({ label, icon, keys, danger, disabled, onSelect }) => (
                <button
                  key={label}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  className={classes(styles.option, danger && styles.danger)}
                  disabled={disabled}
                  data-keys={keys}
                  aria-keyshortcuts={keys
                    ?.replace(' ', '+')
                    .replace('↑', 'ArrowUp')
                    .replace('↓', 'ArrowDown')}
                  onClick={() => {
                    close()
                    onSelect()
                  }}
                >
                  {icon}
                  {label}
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
