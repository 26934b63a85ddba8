// Backward, "Page X of Y", forward.
import { Button } from './button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from './icons.tsx'
import * as styles from './table.module.css'

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
  /** A button that has the focus keeps it while its page is fetched, and on the last page: it is only said to be disabled. */
  const step = (to: number) => ({
    disabled: totalPages <= 1,
    'aria-disabled': busy || to < 1 || to > totalPages || undefined,
    onClick: () => {
      if (!busy && to >= 1 && to <= totalPages) onPage(to)
    },
  })
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button variant="secondary" size="sm" {...step(page - 1)}>
        <ArrowLeftIcon size="s" />
        {previous}
      </Button>
      <p aria-live="polite">
        Page <b>{page}</b> of <b>{totalPages}</b>
      </p>
      <Button variant="secondary" size="sm" {...step(page + 1)}>
        {next}
        <ArrowRightIcon size="s" />
      </Button>
    </nav>
  )
}
