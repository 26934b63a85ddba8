// Queues emails directly, and reads the queue, for tests of sending.
import { newId } from '../../server/context.ts'
import { queueEmail } from '../../server/mail/outbox.ts'
import type { Running } from './start.ts'

/** Queues one email to each recipient. */
export async function queueMail(app: Running, recipients: string[]): Promise<void> {
  const { context } = app
  const user_id = await app.addUser({ email: `${newId()}@example.com` })
  await context.db.transaction().execute(async (tx) => {
    for (const recipient of recipients)
      await queueEmail(context, tx, { kind: 'email-changed', recipient, user_id })
  })
  context.changes.emit('jobs')
}

/** Emails that are not sent yet. */
export function queuedMail({ context }: Pick<Running, 'context'>) {
  return context.db.selectFrom('jobs').selectAll().where('queue', '=', 'mail').execute()
}
