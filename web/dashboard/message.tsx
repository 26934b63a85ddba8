// One contact message: its row in the list, and below it, once opened, the whole text with the replies sent.
import type { ContactMessage, SentReply } from '../../contract/contacts.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { FieldError } from '../ui/field.tsx'
import * as forms from '../ui/form.module.css'
import { Row } from '../ui/table.tsx'
import { ChevronIcon, DeleteIcon, ReplyIcon } from '../ui/tool-icons.tsx'
import * as typography from '../ui/typography.module.css'
import * as cells from './cells.module.css'
import { Day } from './list-parts.tsx'
import * as messages from './messages.module.css'
import * as quote from './quote.module.css'

type RowProps = {
  message: ContactMessage
  open: boolean
  selected: boolean
  onOpen: () => void
  onSelect: () => void
  onReply: () => void
  onDelete: () => void
}

export function ContactRow({ message, open, selected, onOpen, onSelect, onReply, onDelete }: RowProps) {
  const { id, name, email, subject, createdAt } = message
  return (
    <Row selected={selected} selectLabel={`Select message from ${name}`} onSelect={onSelect}>
      <td className={cells.strong}>
        <button
          type="button"
          className={messages.opener}
          aria-expanded={open}
          aria-controls={open ? `message-${id}` : undefined}
          onClick={onOpen}
        >
          {name}
          <ChevronIcon size="s" />
        </button>
      </td>
      <td className={`${cells.cut} ${cells.soft}`} title={email}>
        {email}
      </td>
      <td className={classes(cells.cut, !subject && cells.soft)} title={subject ?? undefined}>
        {subject || 'N/A'}
      </td>
      <td>
        <Delivery message={message} />
      </td>
      <td className={`${cells.date} ${messages.date}`}>
        <Day iso={createdAt} />
      </td>
      <td className={`${cells.actions} ${messages.actions}`}>
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

/** Replied only when the mail server has taken a reply [R97]; a second one changes nothing [R99]. */
function Delivery({ message }: { message: ContactMessage }) {
  if (message.replied) return <Badge look="ok">Replied</Badge>
  if (message.sending) return <Badge look="draft">Sending</Badge>
  return <Badge look="due">Unreplied</Badge>
}

type MessageProps = { message: ContactMessage; columns: number; onReply: () => void }

export function Message({ message, columns, onReply }: MessageProps) {
  const { id, name, email, subject, createdAt, replies } = message
  return (
    <tr className={messages.opened}>
      <td colSpan={columns}>
        <section id={`message-${id}`} className={messages.message} aria-label={`Message from ${name}`}>
          <p className={typography.meta}>
            {name}, {email}, <FullTime iso={createdAt} />
          </p>
          <p className={quote.subject}>{subject || 'N/A'}</p>
          <p className={messages.text}>{message.message}</p>
          {replies.length > 0 && (
            <ol className={messages.replies} aria-label="Replies">
              {replies.map((reply) => (
                <Sent key={reply.id} reply={reply} />
              ))}
            </ol>
          )}
          <div className={`${forms.actions} ${messages.buttons}`}>
            <Button size="sm" variant="secondary" onClick={onReply}>
              <ReplyIcon size="s" />
              Reply
            </Button>
          </div>
        </section>
      </td>
    </tr>
  )
}

const states = {
  sent: { look: 'ok', label: 'Sent' },
  sending: { look: 'draft', label: 'Sending' },
  rejected: { look: 'due', label: 'Rejected' },
} as const

function Sent({ reply }: { reply: SentReply }) {
  const { look, label } = states[reply.state]
  return (
    <li className={quote.quote}>
      <p className={messages.head}>
        <Badge look={look}>{label}</Badge>
        <span className={typography.meta}>
          {reply.author}, <FullTime iso={reply.sentAt ?? reply.createdAt} />
        </span>
      </p>
      <p className={quote.subject}>{reply.subject}</p>
      <p className={messages.text}>{reply.body}</p>
      {reply.state !== 'sent' && reply.error && <FieldError>{reply.error}</FieldError>}
    </li>
  )
}

const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function FullTime({ iso }: { iso: string }) {
  return <time dateTime={iso}>{full.format(new Date(iso))}</time>
}
