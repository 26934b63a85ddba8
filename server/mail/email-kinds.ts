// The kinds of email, as the features that send them register them (docs/behaviour.md lists all). Its kind
// renders an email when it is sent, and handles that it was sent or rejected.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { EmailKindName, Tables } from '../db/tables.ts'
import type { EmailText, Sender } from './layout.ts'
import type { EmailMessage, Transport } from './transport.ts'

/** What an email is about. It is rendered when it is sent, so that no secret token is stored here. */
export interface QueuedEmail {
  id: string
  kind: EmailKindName
  recipient: string
  /** The account of its recipient: the email is deleted with the account, and nothing is sent. */
  user_id: string | null
  /** It is deleted with the message. */
  message_id: string | null
  reply_id: string | null
  /** The account whose change it reports: it is sent even if the account is deleted. */
  account_id: string | null
  /** The IP address of an admin's sign-in. */
  ip_address: string | null
  /** Since when the mail server has deferred it each time it was tried (ISO); the reason is its recipient, or itself. */
  deferred_since: string | null
  created_at: string
}

/** What an email says, and the headers that its kind chooses. */
export type EmailContent = EmailText & Pick<EmailMessage, 'replyTo' | 'personal'>

export interface EmailKind {
  /** Called when the email is sent, with the rows as they are then. Null when there is nothing left to say. */
  render(context: AppContext, email: QueuedEmail, sender: Sender): Promise<EmailContent | null>
  /** A newer email to the same recipient replaces an older one, sent or not: only its secret works. */
  replacesOlder?: boolean
  /** In the transaction that removes it from the queue. `now` is an ISO time; to a directory, nobody has received it. */
  onSent?(tx: Transaction<Tables>, email: QueuedEmail, now: string, to: Transport['kind']): Promise<void>
  /** The mail server did not accept it (`error` is its reply); it will be retried. */
  onPostponed?(tx: Transaction<Tables>, email: QueuedEmail, error: string): Promise<void>
  /** The mail server rejected it for good. `now` is an ISO time. */
  onRejected?(tx: Transaction<Tables>, email: QueuedEmail, error: string, now: string): Promise<void>
}

export type EmailKinds = Readonly<Record<EmailKindName, EmailKind>>
