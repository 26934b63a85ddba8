// What became of a message, and whether somebody has read it.
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import * as typography from '../../ui/typography.module.css'

/** Replied once the mail server has taken a reply, or by hand; a second reply changes nothing. */
export function Delivery({ message }: { message: ContactMessage }) {
  if (message.replied) return <Badge look="ok">Replied</Badge>
  if (message.sending) return <Badge look="draft">Sending</Badge>
  return <Badge look="due">Unreplied</Badge>
}

/** The word for screen readers; a dot and the weight of the letters say it to eyes. */
export function Unread({ message }: { message: ContactMessage }) {
  return message.unread && <span className={typography.hidden}>Unread. </span>
}
