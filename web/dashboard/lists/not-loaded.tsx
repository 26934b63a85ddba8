// The line in place of what could not be loaded, with a way to try again.
import * as typography from '../../ui/typography.module.css'

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
      <button type="button" className={typography.link} onClick={onRetry}>
        Retry
      </button>
    </p>
  )
}
