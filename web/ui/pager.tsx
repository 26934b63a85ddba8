// Backward, "Page X of Y", forward.
import { Button } from './button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from './icons.tsx'
import * as styles from './pager.module.css'

type Props = {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** The two lists of the product word them differently: Previous/Next and Prev/Next. */
  previous?: string
  next?: string
  busy?: boolean
}

export function Pager({
  page,
  totalPages,
  onPage,
  previous = 'Previous',
  next = 'Next',
  busy = false,
}: Props) {
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button variant="secondary" size="sm" disabled={busy || page <= 1} onClick={() => onPage(page - 1)}>
        <ArrowLeftIcon size="s" />
        {previous}
      </Button>
      <p aria-live="polite">
        Page <b>{page}</b> of <b>{totalPages}</b>
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={busy || page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        {next}
        <ArrowRightIcon size="s" />
      </Button>
    </nav>
  )
}
