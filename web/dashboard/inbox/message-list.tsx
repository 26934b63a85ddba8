// The messages of a page, one below the other: next to an open message, and wherever each says why it is spam.

import { Link } from 'react-router'
import { spamReasons } from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { staysInPlace } from '../../hydration/scroll-positions.ts'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { classes } from '../../ui/styles.ts'
import * as typography from '../../ui/typography.module.css'
import { Since } from '../lists/times.tsx'
import * as styles from './inbox.module.css'
import { Delivery, Unread } from './message-badge.tsx'

type Props = {
  messages: readonly ContactMessage[]
  opened: string | undefined
  /** The URL of a message. */
  hrefOf: (id: string) => string
  isSelected: (id: string) => boolean
  onSelect: (id: string) => void
  /** Where the rows are spam. */
  onNotSpam?: ((message: ContactMessage) => void) | undefined
}

export function MessageList({ messages, opened, hrefOf, isSelected, onSelect, onNotSpam }: Props) {
  return (
    <ul className={styles.list}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={classes(message.unread && styles.unread)}
          data-open={message.id === opened || undefined}
        >
          <Checkbox
            label={`Select message from ${message.name}`}
            hideLabel
            checked={isSelected(message.id)}
            onChange={() => onSelect(message.id)}
          />
          <Link
            to={hrefOf(message.id)}
            state={staysInPlace}
            data-message={message.id}
            aria-current={message.id === opened ? 'true' : undefined}
          >
            <span className={`${layout.row} ${styles.name}`}>
              <Unread message={message} />
              {message.name}
            </span>
            <span className={classes(layout.truncate, styles.subject, !message.subject && styles.none)}>
              {message.subject || 'No subject'}
            </span>
            <span className={`${layout.truncate} ${styles.excerpt}`}>{message.message}</span>
            {message.folder === 'spam' && message.spamReason && (
              <span className={field.hint}>Why: {spamReasons[message.spamReason]}</span>
            )}
          </Link>
          <div className={styles.end}>
            <span className={typography.meta}>
              <Since iso={message.createdAt} />
            </span>
            {onNotSpam ? (
              <Button
                size="sm"
                variant="secondary"
                className={styles.notSpam}
                aria-label={`Not spam: message from ${message.name}`}
                onClick={() => onNotSpam(message)}
              >
                Not spam
              </Button>
            ) : (
              <Delivery message={message} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
