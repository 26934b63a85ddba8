// The test email of the settings page.

import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import { isFull } from '../db/connect.ts'
import type { SignedInUser } from '../http/env.ts'
import { newId } from '../ids.ts'
import { serverWorks } from '../jobs/runner.ts'
import { composeEmail, layOut } from '../mail/layout.ts'
import { mailQueue, messageId } from '../mail/outbox.ts'
import { SendFailure } from '../mail/send-failure.ts'

/** Milliseconds. The response must be sent before the connection counts as idle. */
const testMailTimeout = 20_000

/**
 * Sends at once, without the outbox, so that the admin sees the mail server's reply.
 * @returns the message for the admin.
 * @throws Problem 'mail-rejected' for a permanent rejection, 'unavailable' for any other
 *   failure; the error of a full disk.
 */
export async function sendTestMail(context: AppContext, admin: SignedInUser): Promise<string> {
  const { config, transport } = context
  const letterhead = await context.letterheadOf(context)
  const { brand } = letterhead
  const content = layOut(`Test email from ${brand}`, [
    'Email works: this email came from',
    { link: config.publicUrl },
  ])
  try {
    const message = {
      messageId: messageId(context, newId()),
      to: admin.email,
      ...composeEmail(content, letterhead),
    }
    const where = await transport.send(message, AbortSignal.timeout(testMailTimeout))
    await serverWorks(context, context.db, mailQueue)
    context.changes.emit('jobs')
    return transport.kind === 'smtp'
      ? `Test email sent to ${admin.email}. The mail server replied: ${where}`
      : `No mail server is set up. The test email was written to ${where}`
  } catch (cause) {
    // Of the folder of emails, or of the database: the response is that of any full disk.
    if (cause instanceof Error && isFull(cause.cause)) throw cause.cause
    if (isFull(cause)) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (cause instanceof SendFailure && cause.kind === 'rejected')
      throw new Problem('mail-rejected', `The mail server rejected the test email: ${reason}`)
    throw new Problem('unavailable', `The test email could not be sent: ${reason}`)
  }
}
