// The kinds of email, as the features that send them register them (docs/product-rules.md, Emails, lists all). The queue
// knows rows only; its kind renders the email of a row, and handles that it was sent or rejected.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { EmailKindName, OutboxRow, Tables } from '../db/tables.ts'
import type { MailCause } from './hourly-limit.ts'
import type { EmailText } from './layout.ts'
import type { EmailMessage, Transport } from './transport.ts'

/** What an email says, and the headers that its kind chooses. */
export type EmailContent = EmailText & Pick<EmailMessage, 'replyTo' | 'personal'>

export interface EmailKind {
  /** What counts against the same hourly limit; another one for recipients who are admins. */
  cause: MailCause | { ofUsers: MailCause; ofAdmins: MailCause }
  /** Called when the email is sent, with the rows as they are then. Null when there is nothing left to say. */
  render(context: AppContext, row: OutboxRow): Promise<EmailContent | null>
  /** A newer email to the same recipient replaces an older one, sent or not: only its secret works. */
  replacesOlder?: boolean
  /** A rejected one stays in the queue, where its feature shows it. */
  staysWhenRejected?: boolean
  /** In the transaction that removes the row. `now` is an ISO time; to a folder, nobody has received it. */
  onSent?(tx: Transaction<Tables>, row: OutboxRow, now: string, to: Transport['kind']): Promise<void>
  /** The mail server did not accept it (`error` is its reply); it will be retried. */
  onPostponed?(tx: Transaction<Tables>, row: OutboxRow, error: string): Promise<void>
  /** The mail server rejected it for good. `now` is an ISO time. */
  onRejected?(tx: Transaction<Tables>, row: OutboxRow, error: string, now: string): Promise<void>
}

export type EmailKinds = Readonly<Record<EmailKindName, EmailKind>>
