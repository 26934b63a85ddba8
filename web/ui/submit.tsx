// The button that sends a form.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

const never = () => () => {}

/** Waits for the page to come alive: a form sent before would leave the page, and take what was typed along. */
export function Submit({ busy, busyLabel, size, wide, children }: SubmitProps) {
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <Button
      type="submit"
      size={size}
      wide={wide}
      busy={busy}
      busyLabel={busyLabel}
      disabled={!alive}
      className={alive ? '' : 'waking'}
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
