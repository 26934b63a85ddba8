// A notice inside the page, read aloud when it appears.

import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import * as styles from './notice.module.css'
import * as ui from './primitives.module.css'
import { classes } from './styles.ts'
import { DoneIcon, ErrorIcon, InfoIcon } from './tool-icons.tsx'
import { useWords } from './words.tsx'

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
  const t = useWords()
  return (
    <div className={classes(styles.alert, kinds[kind])} role={role}>
      <Icon />
      <p>{children}</p>
      {onDismiss && <IconButton label={t('Dismiss')} icon={<CloseIcon size="s" />} onClick={onDismiss} />}
    </div>
  )
}

export function Announcement({ children }: { children: string }) {
  return (
    <p className={ui.hidden} role="status">
      {children}
    </p>
  )
}

type EmptyProps = { text: string; role?: 'status' | 'alert'; children?: ReactNode }

export function Empty({ text, role, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 112 84" aria-hidden="true">
        <path d="M.5.5h111v83H.5zM.5.5l111 83M111.5.5L.5 83.5" />
      </svg>
      <p className={ui.statement} role={role}>
        {text}
      </p>
      {children}
    </div>
  )
}
