// The registration switch, and a letter that shows whether mail arrives.
import { site } from '../../content/site.ts'
import { Problem } from '../../contract/problem.ts'
import { SendFailure } from '../mail/send-failure.ts'
import { testLetter } from '../mail/templates.ts'
import { type AppContext, newId } from './context.ts'
import { mailServerWorks } from './delivery.ts'
import { messageId } from './letters.ts'
import type { Person } from './sessions.ts'

const registration = 'registration'

/** Milliseconds. The response must be on its way before the browser's connection counts as silent. */
const testMailTimeout = 20_000

/** On until an admin switches it off [S9, R69]. Read at each use: other instances may switch it. */
export async function isRegistrationOpen(context: Pick<AppContext, 'db'>): Promise<boolean> {
  const row = await context.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', registration)
    .executeTakeFirst()
  return row?.value !== 'off'
}

export async function openRegistration(context: AppContext, admin: Person, open: boolean): Promise<void> {
  const value = open ? 'on' : 'off'
  await context.db
    .insertInto('settings')
    .values({ name: registration, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  context.log.info({ who: admin.id, what: `switched registration ${value}` }, 'audit')
}

/**
 * Sends at once, past the outbox, so that the admin reads what the mail server says.
 * @returns where the letter went.
 * @throws Problem 'mail-refused' for a firm no, 'unavailable' for a temporary one or none at all.
 */
export async function sendTestMail(context: AppContext, admin: Person): Promise<string> {
  const { config, transport } = context
  const words = testLetter({ brand: site.brand, publicUrl: config.publicUrl })
  try {
    const message = { messageId: messageId(context, newId()), to: admin.email, ...words }
    const where = await transport.send(message, AbortSignal.timeout(testMailTimeout))
    await mailServerWorks(context)
    return transport.kind === 'smtp'
      ? `Test email sent to ${admin.email}. The mail server answered: ${where}`
      : `No mail server is set up. The test email was written to ${where}`
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (cause instanceof SendFailure && cause.kind === 'rejected')
      throw new Problem('mail-refused', `The mail server refused the test email: ${reason}`)
    throw new Problem('unavailable', `The test email could not be sent: ${reason}`)
  }
}
