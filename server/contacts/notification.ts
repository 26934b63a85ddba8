// Queues what tells of a message: the emails to the owner, and the webhooks.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { queueEmail } from '../mail/outbox.ts'
import { queueDeliveries } from '../webhooks/deliveries.ts'

/** To each of the owner's email addresses. Emit 'outbox' and 'webhooks' after the commit. */
export async function queueNotification(
  context: AppContext,
  tx: Transaction<Tables>,
  contactId: string,
  owners: readonly string[],
): Promise<void> {
  for (const recipient of owners)
    await queueEmail(context, tx, { kind: 'contact-notification', recipient, contact_id: contactId })
  await queueDeliveries(context, tx, contactId)
}
