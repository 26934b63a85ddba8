// What screen readers say and nobody sees: what came of an action, results, selections.
import * as typography from './typography.module.css'

export function Announcement({ children }: { children: string }) {
  return (
    <p className={typography.hidden} role="status">
      {children}
    </p>
  )
}
