// The button that sends a form.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useIsHydrated } from './hydration.ts'

/**
 * Disabled until hydration: a form sent before would leave the page, and take what was typed along. early-presses.ts enables
 * it before, and holds what it sends until then.
 */
export function Submit({ busy, busyLabel, size, wide, children }: SubmitProps) {
  const isHydrated = useIsHydrated()
  return (
    <Button
      type="submit"
      size={size}
      wide={wide}
      busy={busy}
      busyLabel={busyLabel}
      disabled={!isHydrated}
      data-hydrating={isHydrated ? undefined : ''}
      suppressHydrationWarning
    >
      {children}
    </Button>
  )
}

interface SubmitProps {
  busy: boolean
  busyLabel: string
  size?: 'md' | 'lg'
  wide?: boolean
  children: ReactNode
}
