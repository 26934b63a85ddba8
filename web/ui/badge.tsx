// A state in a word and a dot: filled for done, hollow for draft, marker for waiting. Never colour alone.
import * as styles from './badge.module.css'
import { classes } from './classes.ts'

type Props = { look: 'ok' | 'draft' | 'due'; children: string; className?: string }

const looks = { ok: styles.ok, draft: styles.draft, due: styles.due }

export function Badge({ look, children, className }: Props) {
  return <span className={classes(styles.badge, looks[look], className)}>{children}</span>
}
