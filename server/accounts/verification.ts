// Verifies the email address of a user, by the code or the link of one email.
import { Problem } from '../../contract/problem.ts'
import { cleanEmail } from '../../contract/text.ts'
import { type AppContext, iso } from '../context.ts'
import type { SignedInUser } from '../http/env.ts'
import { queueEmail } from '../mail/outbox.ts'
import { type CodeResult, consumeCode, find, voidTokens } from './one-time-tokens.ts'
import { lockUser } from './user-rows.ts'

const messages: Record<Exclude<CodeResult, 'right'>, string> = {
  wrong: 'This code is wrong.',
  expired: 'This code has expired. Please request a new one.',
  'used-up': 'Too many wrong codes. Please request a new one.',
  none: 'There is no code to check. Please request a new one.',
}

/** @throws Problem 'invalid' with the reason why the code is rejected. */
export async function verifyByCode(context: AppContext, user: SignedInUser, code: string): Promise<void> {
  if (user.email_verified_at) throw alreadyVerified()
  const result = await context.db.transaction().execute(async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account) return 'none'
    // A wrong guess must stay counted, so the transaction ends without an error.
    const checked = await consumeCode(context, tx, account, code)
    if (checked === 'right') {
      await voidTokens(tx, account.id, ['verify-code'])
      await tx
        .updateTable('users')
        .set({ email_verified_at: iso(context) })
        .where('id', '=', account.id)
        .execute()
    }
    return checked
  })
  if (result === 'right') return
  throw new Problem('invalid', messages[result], { fields: { code: messages[result] } })
}

/**
 * A link may be opened any number of times until it expires, because mail scanners open links, too: all it does is mark
 * the email address as verified.
 * @throws Problem 'invalid' for an unknown or expired link, or one for another email address.
 */
export async function verifyByLink(context: AppContext, token: string, email: string): Promise<void> {
  const row = await find(context, context.db, ['verify-link'], token)
  const linked = cleanEmail(email)
  if (row?.email === linked) {
    const { numUpdatedRows } = await context.db
      .updateTable('users')
      .set((user) => ({ email_verified_at: user.fn.coalesce('email_verified_at', user.val(iso(context))) }))
      .where('id', '=', row.user_id)
      .where('email', '=', linked)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return voidTokens(context.db, row.user_id, ['verify-code'])
  }
  throw new Problem('invalid', 'Invalid token or expired.')
}

/**
 * A new email; its code and link replace those of every earlier one, at once.
 * @throws Problem 'invalid' when there is nothing to verify.
 */
export async function resendVerification(context: AppContext, user: SignedInUser): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account || account.email_verified_at) throw alreadyVerified()
    await voidTokens(tx, account.id, ['verify-code', 'verify-link'])
    await queueEmail(context, tx, { kind: 'verify', recipient: account.email, user_id: account.id })
  })
  context.changes.emit('jobs')
}

export function alreadyVerified(): Problem {
  return new Problem('invalid', 'Your email is already verified.')
}
