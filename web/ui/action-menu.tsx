// A menu of actions: arrow keys, Home, End and first letters move in it (WAI-ARIA, menu button); the browser closes it.
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from './button.tsx'
import * as styles from './menu.module.css'
import * as ui from './primitives.module.css'
import { moveFocus } from './roving-focus.ts'
import { classes } from './styles.ts'
import { MoreIcon } from './tool-icons.tsx'

export type Action = {
  label: string
  /** A second line. */
  hint?: string
  icon: ReactNode
  disabled?: boolean
  onSelect: () => void
}

const item = '[role=menuitem]:not(:disabled)'

/** The item after the focused one that begins with a letter. */
function moveToLetter({ key, currentTarget, altKey, ctrlKey, metaKey }: KeyboardEvent<HTMLElement>) {
  if (key.length !== 1 || altKey || ctrlKey || metaKey) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>(item)]
  const after = all.slice(all.indexOf(document.activeElement as HTMLElement) + 1)
  const begins = (one: HTMLElement) => one.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  ;[...after, ...all].find(begins)?.focus()
}

type Props = {
  label: string
  /** With a line between two of them. */
  groups: readonly (readonly Action[])[]
  /** What its button shows; three dots otherwise. */
  button?: ReactNode
  disabled?: boolean
}

export function ActionMenu({ label, groups, button, disabled }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const follow = (isOpen: boolean) => {
    flushSync(() => setOpen(isOpen))
    // Also where it was closed and opened again before either was told.
    if (isOpen) menu.current?.querySelector<HTMLElement>(item)?.focus()
  }
  const opener: ComponentProps<'button'> = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    popoverTarget: id,
    disabled,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' || event.altKey) return
      event.preventDefault()
      event.currentTarget.click()
    },
  }
  return (
    <>
      {button ? (
        <Button variant="secondary" size="sm" {...opener}>
          {button}
        </Button>
      ) : (
        <IconButton size="sm" title="More" label={label} icon={<MoreIcon />} {...opener} />
      )}
      <div
        id={id}
        ref={menu}
        className={classes(styles.popup, styles.menu, button && styles.wide)}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (!moveFocus(event, item, 'column')) moveToLetter(event)
        }}
        onToggle={({ newState }) => follow(newState === 'open')}
      >
        {isOpen &&
          groups.map((actions) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu
            <div key={actions[0]?.label} role="group" aria-label={label}>
              {actions.map(({ label, hint, icon, disabled, onSelect }) => (
                <button
                  key={label}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  className={`${ui.row} ${styles.option}`}
                  disabled={disabled}
                  onClick={() => {
                    menu.current?.hidePopover()
                    onSelect()
                  }}
                >
                  {icon}
                  {hint ? (
                    <span>
                      <b>{label}</b> <small>{hint}</small>
                    </span>
                  ) : (
                    label
                  )}
                </button>
              ))}
            </div>
          ))}
      </div>
    </>
  )
}
