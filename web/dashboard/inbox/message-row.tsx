// A message in the table that is shown while no message is open.

import { Link } from 'react-router'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { staysInPlace } from '../../hydration/scroll-positions.ts'
import { IconButton } from '../../ui/button.tsx'
import * as layout from '../../ui/layout.module.css'
import { Row } from '../../ui/list/table.tsx'
import { classes } from '../../ui/styles.ts'
import { DeleteIcon, ReplyIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { Day } from '../lists/list-parts.tsx'
import * as messages from './inbox.module.css'
import { Delivery, Unread } from './message-badge.tsx'

type Props = {
  message: ContactMessage
  /** The URL of the open message. */
  to: string
  selected: boolean
  onSelect: () => void
  onReply: () => void
  onDelete: () => void
}

export function MessageRow({ message, to, selected, onSelect, onReply, onDelete }: Props) {
  const { id, name, email, subject, unread, createdAt } = message
  return (
    <Row selected={selected} selectLabel={`Select message from ${name}`} onSelect={onSelect}>
      <td className={lists.strong}>
        <Link
          className={classes(layout.row, messages.opener, unread && messages.messagesUnread)}
          to={to}
          state={staysInPlace}
          data-message={id}
        >
          <Unread message={message} />
          {name}
        </Link>
      </td>
      <td className={`${layout.truncate} ${lists.cut} ${lists.soft}`} title={email}>
        {email}
      </td>
      <td
        className={classes(layout.truncate, lists.cut, !subject && lists.soft, unread && messages.bold)}
        title={subject ?? undefined}
      >
        {subject || 'N/A'}
      </td>
      <td>
        <Delivery message={message} />
      </td>
      <td className={`${lists.date} ${messages.date}`}>
        <Day iso={createdAt} />
      </td>
      <td className={`${lists.actions} ${messages.actions}`}>
        <IconButton
          size="sm"
          title="Reply"
          label={`Reply to ${name}`}
          icon={<ReplyIcon />}
          onClick={onReply}
        />
        <IconButton
          size="sm"
          danger
          title="Delete"
          label={`Delete message from ${name}`}
          icon={<DeleteIcon />}
          onClick={onDelete}
        />
      </td>
    </Row>
  )
}
