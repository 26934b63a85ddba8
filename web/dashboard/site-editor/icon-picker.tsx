// The line drawing of a service: a button that opens all of them, six in a row.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { serviceDrawings } from '../../../contract/service-icons.ts'
import { type ServiceIcon, serviceIcons } from '../../../contract/site.ts'
import * as layout from '../../ui/layout.module.css'
import * as menus from '../../ui/menu.module.css'
import { moveFocus } from '../../ui/roving-focus.ts'
import * as styles from './site.module.css'

const columns = 6

export function IconPicker({
  label,
  value,
  onChange,
}: {
  label: string
  value: ServiceIcon
  onChange: (icon: ServiceIcon) => void
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return void moveFocus(event, '[role=option]', columns)
    close()
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.picker}>
      <button
        type="button"
        ref={button}
        className={`${layout.center} ${styles.icon}`}
        aria-label={`${label}: ${serviceDrawings[value].name}`}
        aria-haspopup="listbox"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Drawing icon={value} />
      </button>
      {open && (
        <div
          className={`${menus.popup} ${styles.popup}`}
          role="listbox"
          aria-label={label}
          ref={list}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget) && relatedTarget !== button.current) setOpen(false)
          }}
        >
          {serviceIcons.map((icon) => (
            <button
              key={icon}
              type="button"
              role="option"
              className={`${layout.center} ${styles.icon}`}
              aria-label={serviceDrawings[icon].name}
              aria-selected={icon === value}
              tabIndex={icon === value ? 0 : -1}
              onClick={() => {
                onChange(icon)
                close()
              }}
            >
              <Drawing icon={icon} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function Drawing({ icon }: { icon: ServiceIcon }) {
  const { marked, lines, dots, paper } = serviceDrawings[icon]
  return (
    <svg viewBox="0 0 88 88" aria-hidden="true">
      <path className={styles.marked} d={marked} />
      <path d={lines} />
      {dots && <path className={styles.dots} d={dots} />}
      {paper && <path className={styles.paper} d={paper} />}
    </svg>
  )
}
