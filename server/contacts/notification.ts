// Queues the notification of a message.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { queueEmail } from '../mail/outbox.ts'

/** To each of the owner's email addresses. Emit 'outbox' after the commit. */
export async function queueNotification(
  context: AppContext,
  tx: Transaction<Tables>,
  contactId: string,
  owners: readonly string[],
): Promise<void> {
  for (const recipient of owners)
    await queueEmail(context, tx, { kind: 'contact-notification', recipient, contact_id: contactId })
}
