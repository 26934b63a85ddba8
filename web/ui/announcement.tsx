// What screen readers say and nobody sees: what came of an action, results, selections.
import * as visually from './visually-hidden.module.css'

export function Announcement({ children }: { children: string }) {
  return (
    <p className={visually.hidden} role="status">
      {children}
    </p>
  )
}
