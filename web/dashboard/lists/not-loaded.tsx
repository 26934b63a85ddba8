// The line in place of what could not be loaded, with a way to try again.
import * as links from '../../ui/link.module.css'

type Props = {
  /** Begins the sentence, such as "The list". */
  what: string
  onRetry: () => void
  className?: string | undefined
}

export function NotLoaded({ what, onRetry, className }: Props) {
  return (
    <p className={className}>
      {what} could not be loaded.{' '}
      <button type="button" className={links.link} onClick={onRetry}>
        Retry
      </button>
    </p>
  )
}
