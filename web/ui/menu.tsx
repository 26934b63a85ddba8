// Menus of the headers: popovers, which the browser opens and closes, so they work before hydration and without scripts.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import * as styles from './bar.module.css'
import { IconButton } from './button.tsx'
import { CloseIcon, MenuIcon } from './icons.tsx'
import * as ui from './primitives.module.css'
import { classes, compact } from './styles.ts'
import { useWords } from './words.tsx'

/*
 * Part of the first script in <body>. Says on the button whether its menu is open, and closes the menu when the focus
 * leaves it and its button, or when the window becomes so wide that the bar has all its links (bar.module.css).
 */
export const menuScript = `(() => {
  const closeUnless = (wanted) => {
    const menu = document.querySelector('[popover=auto]:popover-open')
    if (menu && !wanted(menu)) menu.hidePopover()
  }
  document.addEventListener('beforetoggle', ({ target, newState }) => {
    if (target.matches('[popover=auto]'))
      document.querySelector('[popovertarget=' + target.id + ']').setAttribute('aria-expanded', newState === 'open')
  }, true)
  document.addEventListener('focusin', ({ target }) => closeUnless((menu) =>
    // A pressed button has no focus in Safari: what is around it gets it.
    menu.parentElement.contains(target) || target.contains(menu)))
  matchMedia('${compact}').addEventListener('change', ({ matches }) => closeUnless(() => matches))
})()`

export function MenuButton({ menu, className }: { menu: string; className?: string }) {
  return (
    <IconButton
      className={classes(styles.button, className)}
      label={useWords()('Menu')}
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

/** The menu of a bar on narrow screens, opened by `MenuButton`. */
export function Menu({ id, children }: { id: string; children: ReactNode }) {
  const ref = usePopover<HTMLElement>()
  return (
    <nav
      className={`${styles.menu} ${ui.drop}`}
      id={id}
      ref={ref}
      popover="auto"
      aria-label={useWords()('Menu')}
    >
      {children}
    </nav>
  )
}

/**
 * For an element with `popover`, whose button has `popoverTarget` and the same parent. The browser closes it on Escape,
 * which gives the focus back, and on a press outside; this does on a new page.
 */
export function usePopover<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  const { key } = useLocation()
  const shownOn = useRef(key)
  useEffect(() => {
    if (shownOn.current === key) return
    shownOn.current = key
    ref.current?.hidePopover()
  }, [key])
  return ref
}

export function SkipLink() {
  return (
    <a className={ui.skipLink} href="#main">
      {useWords()('Skip to content')}
    </a>
  )
}
