// A notice inside the page, read aloud when it appears.
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { CloseIcon } from './icons.tsx'
import * as styles from './notice.module.css'
import { DoneIcon, ErrorIcon, InfoIcon } from './tool-icons.tsx'

type Props = {
  kind?: 'notice' | 'error' | 'success'
  /** `status` for what was on the page from the start and should not interrupt. */
  role?: 'alert' | 'status' | 'note'
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

const kinds = { notice: undefined, error: styles.error, success: styles.success }
const icons = { notice: InfoIcon, error: ErrorIcon, success: DoneIcon }

export function Alert({ kind = 'notice', role = 'alert', onDismiss, children }: Props) {
  const Icon = icons[kind]
  return (
    <div className={classes(styles.alert, kinds[kind])} role={role}>
      <Icon />
      <p>{children}</p>
      {onDismiss && <IconButton label="Dismiss" icon={<CloseIcon size="s" />} onClick={onDismiss} />}
    </div>
  )
}
