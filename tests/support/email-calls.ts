// Queues emails straight into the outbox, for tests that are about sending and not about their cause.
import { newId } from '../../server/context.ts'
import { queueEmail } from '../../server/mail/outbox.ts'
import type { Running } from './start.ts'

/** One email to each address, from a change of an account. */
export async function queueMail(app: Running, addresses: string[]): Promise<void> {
  const { context } = app
  const user_id = await app.addUser({ email: `${newId()}@example.com` })
  await context.db.transaction().execute(async (tx) => {
    for (const recipient of addresses)
      await queueEmail(context, tx, { kind: 'email-changed', recipient, user_id })
  })
  context.changes.emit('outbox')
}
