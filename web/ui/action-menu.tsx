// A menu of actions on one row: arrow keys, Home and End move in it (WAI-ARIA, menu button); the browser closes it.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import * as styles from './menu.module.css'
import { moveFocus } from './roving-focus.ts'
import { classes } from './styles.ts'
import { MoreIcon } from './tool-icons.tsx'

export type Action = {
  label: string
  icon: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

const item = '[role=menuitem]:not(:disabled)'

/** @param groups actions, with a line between two groups */
export function ActionMenu({ label, groups }: { label: string; groups: readonly (readonly Action[])[] }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>(item)?.focus()
  }, [isOpen])
  return (
    <>
      <IconButton
        size="sm"
        title="More"
        label={label}
        icon={<MoreIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.altKey) return
          event.preventDefault()
          event.currentTarget.click()
        }}
      />
      <div
        id={id}
        ref={menu}
        className={`${styles.popup} ${styles.menu}`}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => moveFocus(event, item, 'column')}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen &&
          groups.map((actions) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu
            <div key={actions[0]?.label} role="group" aria-label={label}>
              {actions.map(({ label, icon, danger, disabled, onSelect }) => (
                <button
                  key={label}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  className={classes(styles.option, danger && styles.danger)}
                  disabled={disabled}
                  onClick={() => {
                    menu.current?.hidePopover()
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
    </>
  )
}
