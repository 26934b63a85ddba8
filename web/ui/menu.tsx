// The menu of a bar on narrow screens. The browser opens and closes it, so it works before hydration and without scripts.
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from './button.tsx'
import { CloseIcon, MenuIcon } from './icons.tsx'

/*
 * Part of the first script in <body>. Says on the button whether its menu is open, and closes it when the focus goes to
 * what it may cover, or when the window becomes so wide that the bar has all its links (menu.css).
 */
export const menuScript = `(() => {
  if (!('popover' in HTMLElement.prototype)) return
  const closeUnless = (wanted) => {
    const menu = document.querySelector('.menu:popover-open')
    if (menu && !wanted(menu)) menu.hidePopover()
  }
  document.addEventListener('beforetoggle', ({ target, newState }) => {
    if (target.matches('.menu'))
      document.querySelector('[popovertarget=' + target.id + ']').setAttribute('aria-expanded', newState === 'open')
  }, true)
  document.addEventListener('focusin', ({ target }) => closeUnless((menu) => menu.parentElement.contains(target)))
  matchMedia('(max-width: 960px)').addEventListener('change', ({ matches }) => closeUnless(() => matches))
})()`

export function MenuButton({ menu }: { menu: string }) {
  return (
    <IconButton
      className="burger"
      label="Menu"
      icon={
        <>
          <MenuIcon size="l" />
          <CloseIcon size="l" />
        </>
      }
      popoverTarget={menu}
    />
  )
}

/** Closes on Escape, which gives the focus back, on a press outside, and on a new page. */
export function Menu({ id, children }: { id: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const shownOn = useRef(key)
  useEffect(() => {
    if (shownOn.current === key) return
    shownOn.current = key
    ref.current?.hidePopover?.()
  }, [key])
  return (
    <nav className="menu" id={id} ref={ref} popover="auto" aria-label="Menu">
      {children}
    </nav>
  )
}
