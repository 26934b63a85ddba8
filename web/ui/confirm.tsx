// Asks before something irreversible. The focus starts on Cancel, so a hasty Enter destroys nothing.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import * as field from './field.module.css'

type Props = {
  title: string
  /** The question. */
  children: ReactNode
  /** What else whoever confirms should know. */
  details?: ReactNode
  open?: boolean
  confirmLabel: string
  busyLabel?: string
  busy?: boolean
  danger?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function Confirm({
  title,
  children,
  details,
  open,
  confirmLabel,
  busyLabel,
  busy = false,
  danger = true,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Dialog
      title={title}
      open={open}
      size="s"
      onClose={() => !busy && onCancel()}
      footer={
        <>
          <Button variant="quiet" size="sm" data-autofocus onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            size="sm"
            busy={busy}
            busyLabel={busyLabel}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {details && <p className={field.hint}>{details}</p>}
    </Dialog>
  )
}
