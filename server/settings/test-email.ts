// The test email of the settings page, and the account that one must have been sent with before it is stored.
import { domainToASCII } from 'node:url'
import type { Body } from '../../contract/call.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import type { setMailAccount } from '../../contract/settings.ts'
import { lockAdmin } from '../accounts/user-rows.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { isFull } from '../db/connect.ts'
import type { SignedInActor } from '../http/client.ts'
import type { SignedInUser } from '../http/env.ts'
import { newId } from '../ids.ts'
import { makeRetriesDue } from '../jobs/jobs.ts'
import { serverWorks } from '../jobs/runner.ts'
import { accountTransport, openTransport, readAccount, storeAccount } from '../mail/account.ts'
import { composeEmail, type EmailText, layOut } from '../mail/layout.ts'
import { mailQueue, messageId, ownerEmails } from '../mail/outbox.ts'
import { SendFailure, smtpOptions, type Transport } from '../mail/transport.ts'
import { noteReached } from '../messages/emails.ts'

/** Milliseconds. The response must be sent before the connection counts as idle. */
const testMailTimeout = 20_000

/** Sends at once, without the outbox, so that the admin sees the mail server's reply. @throws what `send` throws */
async function sendNow(
  context: AppContext,
  transport: Transport,
  to: string,
  subject = 'Test email from',
  parts: EmailText['parts'] = ['Email works: this email came from', { link: context.config.publicUrl }],
): Promise<string> {
  const letterhead = await context.letterheadOf(context)
  const email = composeEmail(layOut(`${subject} ${letterhead.brand}`, parts), letterhead)
  const message = { messageId: messageId(context, newId()), to, ...email }
  const reply = await transport.send(message, AbortSignal.timeout(testMailTimeout))
  await noteReached(context.db, to)
  return reply
}

/**
 * @returns the message for the admin.
 * @throws Problem 'mail-rejected' for a permanent rejection, 'unavailable' for any other
 *   failure; the error of a full disk.
 */
export async function sendTestMail(context: AppContext, admin: SignedInUser): Promise<string> {
  try {
    const transport = await openTransport(context)
    const where = await sendNow(context, transport, admin.email)
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
    throw new Problem('unavailable', `The test email could not be sent: ${reason}`, { cause })
  }
}

export async function readMailSettings(context: AppContext) {
  const { smtpUrl } = context.config
  const found = await readAccount(context)
  return {
    fixed: smtpUrl && (smtpOptions(smtpUrl).host ?? null),
    account: found && { ...found.account, isLocked: found.password === null },
    owners: await ownerEmails(context),
  }
}

const fields = { connection: 'host', login: 'password', email: 'address' } as const

/**
 * Whatever waits is sent with it at once.
 * @returns the message for the admin
 * @throws Problem 'invalid' with the server's reply at the field that it is about, 'conflict' while SMTP_URL is set
 */
export async function changeAccount(
  context: AppContext,
  by: SignedInActor,
  { password, ...entered }: Body<typeof setMailAccount>,
): Promise<string> {
  const { config, log } = context
  if (config.smtpUrl)
    throw new Problem('conflict', 'SMTP_URL is set on the server, and is what emails are sent with.')
  const host = entered.host.replace(/^\[|\]$/g, '')
  const account = { ...entered, host: domainToASCII(host) || host, user: entered.user ?? entered.address }
  const before = await openTransport(context)
  const to = config.ownerEmail ?? by.email
  try {
    await sendNow(context, accountTransport(context, account, password), to)
  } catch (cause) {
    if (!(cause instanceof SendFailure)) throw cause
    log.warn({ event: 'mail.account-rejected', failure: cause.kind, reason: cause.message }, 'test not sent')
    throw fieldError(fields[cause.step], cause.message)
  }
  await context.inTransaction(async (tx) => {
    // The test took as long as the mail server of that admin wanted.
    await lockAdmin(tx, by.id)
    await storeAccount(context, tx, account, password)
    const detail = `${account.address}, ${account.host}:${account.port}`
    await record(context, tx, { kind: 'mail.changed', by, detail })
    await serverWorks(context, tx, mailQueue)
    await makeRetriesDue(context, tx, mailQueue)
  })
  // By the account before, so that nobody can have the emails of others sent through a server of theirs unnoticed.
  if (before.kind === 'smtp')
    for (const owner of await ownerEmails(context))
      void sendNow(context, before, owner, 'Another account now sends the emails of', [
        `${by.email} has set up ${account.address} at ${account.host}.`,
      ]).catch(() => {})
  return `Email works: a test email was sent to ${to}.`
}
