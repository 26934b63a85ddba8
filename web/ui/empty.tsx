// What is shown where nothing is: a crossed frame, a sentence, and perhaps something to do.
import type { ReactNode } from 'react'
import * as styles from './notice.module.css'

type Props = { text: string; role?: 'status' | 'alert'; children?: ReactNode }

export function Empty({ text, role, children }: Props) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 112 84" aria-hidden="true">
        <path d="M.5.5h111v83H.5zM.5.5l111 83M111.5.5L.5 83.5" />
      </svg>
      <p className={styles.text} role={role}>
        {text}
      </p>
      {children}
    </div>
  )
}
