// A state in a word and a dot: filled for done, hollow for draft, amber for waiting, a diamond for what is wrong, dashed for
// what is not known. Never colour alone.

import * as styles from './icons.module.css'
import { classes } from './styles.ts'

export type BadgeLook = 'ok' | 'draft' | 'due' | 'bad' | 'wait'

type Props = { look: BadgeLook; children: string; className?: string }

const looks = { ok: styles.ok, draft: styles.draft, due: styles.due, bad: styles.bad, wait: styles.wait }

export function Badge({ look, children, className }: Props) {
  return <span className={classes(styles.badge, looks[look], className)}>{children}</span>
}
