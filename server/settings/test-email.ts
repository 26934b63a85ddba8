// An email that shows the owner whether mail arrives.
import { site } from '../../content/site.ts'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, newId } from '../context.ts'
import type { SignedInUser } from '../http/env.ts'
import { mailServerWorks, messageId } from '../mail/delivery.ts'
import { layOut } from '../mail/layout.ts'
import { SendFailure } from '../mail/send-failure.ts'

/** Milliseconds. The response must be on its way before the browser's connection counts as silent. */
const testMailTimeout = 20_000

/**
 * Sends at once, past the outbox, so that the admin reads what the mail server says.
 * @returns where the email went.
 * @throws Problem 'mail-rejected' for a firm no, 'unavailable' for a temporary one or none at all.
 */
export async function sendTestMail(context: AppContext, admin: SignedInUser): Promise<string> {
  const { config, transport } = context
  const content = layOut(`Test email from ${site.brand}`, [
    'Email works: this email came from',
    { link: config.publicUrl },
  ])
  try {
    const message = { messageId: messageId(context, newId()), to: admin.email, ...content }
    const where = await transport.send(message, AbortSignal.timeout(testMailTimeout))
    await mailServerWorks(context)
    return transport.kind === 'smtp'
      ? `Test email sent to ${admin.email}. The mail server answered: ${where}`
      : `No mail server is set up. The test email was written to ${where}`
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (cause instanceof SendFailure && cause.kind === 'rejected')
      throw new Problem('mail-rejected', `The mail server rejected the test email: ${reason}`)
    throw new Problem('unavailable', `The test email could not be sent: ${reason}`)
  }
}
