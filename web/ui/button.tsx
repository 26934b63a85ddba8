// Buttons: one that can be busy, a link that looks like one, and one that is only an icon.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'

type Looks = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline'
  size?: 'sm' | 'md' | 'lg'
  wide?: boolean
}

const variants = {
  primary: '',
  secondary: ' btn-2',
  quiet: ' btn-3',
  danger: ' btn-danger',
  'danger-outline': ' btn-danger-2',
}

function looks({ variant = 'primary', size = 'md', wide }: Looks, more = '') {
  return `btn${variants[variant]}${size === 'md' ? '' : ` btn-${size}`}${wide ? ' wide' : ''}${more && ` ${more}`}`
}

type ButtonProps = Looks &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    busy?: boolean
    /** Shown while busy. The wider of the two labels decides the width, so nothing moves. */
    busyLabel?: string
    ref?: Ref<HTMLButtonElement>
  }

export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  disabled,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={looks({ variant, size, wide }, className)}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
    >
      {busyLabel ? (
        // The label that is not shown takes its space as generated content: no screen reader or search finds it.
        <span
          className="btn-label"
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

export function ButtonLink({ variant, size, wide, className, ...rest }: Looks & LinkProps) {
  return <Link {...rest} className={looks({ variant, size, wide }, className)} />
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** Read aloud and shown as a tooltip: an icon alone says nothing. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  danger?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, size = 'md', danger, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`iconbtn${size === 'sm' ? ' iconbtn-sm' : ''}${danger ? ' iconbtn-danger' : ''}${className && ` ${className}`}`}
    >
      {icon}
    </button>
  )
}
