// The messages of a page: in a table, or one below the other next to an open message and wherever each says why it is spam.
import { Link } from 'react-router'
import { spamReasons } from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import * as icons from '../../ui/icons.module.css'
import * as table from '../../ui/list/table.module.css'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { DeleteIcon, ReplyIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { RowButton } from '../lists/parts.tsx'
import { type Selection, SelectRow } from '../lists/selection.tsx'
import { sinceText, Time } from '../lists/times.tsx'
import * as styles from './inbox.module.css'

export interface RowProps {
  message: ContactMessage
  /** The URL of the open message. */
  to: string
  selection: Selection
  onReply: () => void
  onDelete: () => void
  onNotSpam: () => void
}

/** In the table. */
export function MessageRow({ message, to, selection, onReply, onDelete }: RowProps) {
  const { id, name, email, subject, unread, createdAt } = message
  return (
    <tr>
      <td className={table.check}>
        <SelectRow selection={selection} id={id} what={`message from ${name}`} />
      </td>
      <td className={lists.strong}>
        <Link
          className={classes(ui.row, ui.stretched, styles.opener, unread && `${styles.unread} ${icons.dot}`)}
          to={to}
          preventScrollReset
          data-message={id}
        >
          <Unread message={message} />
          {name}
        </Link>
      </td>
      <td className={`${ui.truncate} ${lists.cut} ${ui.hint}`} title={email}>
        {email}
      </td>
      <td
        className={classes(ui.truncate, lists.cut, !subject && ui.hint, unread && styles.unread)}
        title={subject ?? undefined}
      >
        {subject || 'N/A'}
      </td>
      <td>
        <Delivery message={message} />
      </td>
      <td className={`${lists.date} ${styles.date}`}>
        <Time iso={createdAt} />
      </td>
      <td className={`${lists.actions} ${styles.actions}`}>
        <RowButton does="Reply" to={`to ${name}`} icon={<ReplyIcon />} onClick={onReply} />
        <RowButton
          does="Delete"
          to={`message from ${name}`}
          icon={<DeleteIcon />}
          danger
          onClick={onDelete}
        />
      </td>
    </tr>
  )
}

/** In the list. */
export function MessageItem({ message, to, selection, onNotSpam, isOpen }: ItemProps) {
  const { id, name, subject, unread, createdAt, folder, spamReason } = message
  return (
    <li data-open={isOpen || undefined}>
      <SelectRow selection={selection} id={id} what={`message from ${name}`} />
      <Link
        className={ui.stretched}
        to={to}
        preventScrollReset
        data-message={id}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={classes(ui.row, styles.name, unread && `${styles.unread} ${icons.dot}`)}>
          <Unread message={message} />
          {name}
        </span>
        <span className={classes(ui.truncate, !subject && styles.none, unread && styles.unread)}>
          {subject || 'No subject'}
        </span>
        <span className={`${ui.truncate} ${styles.excerpt}`} dir="auto">
          {message.message}
        </span>
        {folder === 'spam' && spamReason && <span className={ui.hint}>Why: {spamReasons[spamReason]}</span>}
      </Link>
      <div className={styles.end}>
        <span className={ui.meta}>
          <Time iso={createdAt} text={sinceText} />
        </span>
        {folder === 'spam' ? (
          <Button
            size="sm"
            variant="secondary"
            className={styles.notSpam}
            aria-label={`Not spam: message from ${name}`}
            onClick={onNotSpam}
          >
            Not spam
          </Button>
        ) : (
          <Delivery message={message} />
        )}
      </div>
    </li>
  )
}

type ItemProps = RowProps & { isOpen: boolean }

/** Replied once the mail server has taken a reply, or by hand; a second reply changes nothing. */
export function Delivery({ message: { replied, sending } }: { message: ContactMessage }) {
  if (replied) return <Badge look="ok">Replied</Badge>
  return sending ? <Badge look="draft">Sending</Badge> : <Badge look="due">Unreplied</Badge>
}

/** The word for screen readers; a dot and the weight of the letters say it to eyes. */
export function Unread({ message }: { message: ContactMessage }) {
  return message.unread && <span className={ui.hidden}>Unread. </span>
}
