// Buttons: one that can be busy, a link that looks like one, and both as an icon alone.
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import * as styles from './button.module.css'
import { useIsHydrated } from './hydration.ts'
import { classes } from './styles.ts'

type Looks = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline'
  size?: 'sm' | 'md' | 'lg'
}

const variants = {
  primary: undefined,
  secondary: styles.secondary,
  quiet: styles.quiet,
  danger: styles.danger,
  'danger-outline': styles.dangerOutline,
}
const sizes = { sm: styles.small, md: undefined, lg: styles.large }

/** For what looks like a button and is none, such as the label of a file input. */
export function buttonClass({ variant = 'primary', size = 'md' }: Looks = {}, more?: string): string {
  return classes(styles.button, variants[variant], sizes[size], more)
}

type ButtonProps = Looks &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    busy?: boolean
    /** Shown while busy. The wider of the two labels decides the width, so nothing moves. */
    busyLabel?: string
  }

type Handled = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'onClick' | 'disabled'>

/** A button that only scripts handle is disabled until they can: nothing that is pressed is lost without a word. */
function useDisabled({ type, onClick, disabled }: Handled): boolean | undefined {
  const isHydrated = useIsHydrated()
  return disabled || (!isHydrated && (type === 'submit' || onClick !== undefined))
}

/** The browser takes the focus from a button that is disabled: once its work is done it gets it back, unless something else has it. */
function useFocusBack(busy: boolean): void {
  const button = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (busy) button.current = activeElement?.matches('[aria-busy]') ? activeElement : null
    else if (activeElement === body && button.current instanceof HTMLElement)
      button.current.focus({ preventScroll: true })
  }, [busy])
}

export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  disabled,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  const isDisabled = useDisabled({ type, onClick: rest.onClick, disabled })
  useFocusBack(busy)
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size }, className)}
      disabled={busy || isDisabled}
      aria-busy={busy || undefined}
    >
      {busyLabel ? (
        // The label that is not shown takes its space as generated content: no screen reader or search finds it.
        <span
          className={styles.label}
          data-other={busy ? (typeof children === 'string' ? children : '') : busyLabel}
        >
          {busy ? busyLabel : children}
        </span>
      ) : (
        children
      )}
    </button>
  )
}

export function ButtonLink({ variant, size, className, ...rest }: Looks & LinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** Read aloud and shown as a tooltip: an icon alone says nothing. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  danger?: boolean
}

export function IconButton({ label, icon, size = 'md', danger, className, ...rest }: IconButtonProps) {
  const disabled = useDisabled(rest)
  return (
    <button
      type="button"
      title={label}
      {...rest}
      disabled={disabled}
      aria-label={label}
      className={classes(
        styles.iconButton,
        size === 'sm' && styles.iconSmall,
        danger && styles.iconDanger,
        className,
      )}
    >
      {icon}
    </button>
  )
}

/** A link that is only an icon. */
export function IconLink({ label, icon, ...rest }: { label: string; icon: ReactNode } & LinkProps) {
  return (
    <Link title={label} {...rest} aria-label={label} className={styles.iconButton}>
      {icon}
    </Link>
  )
}
