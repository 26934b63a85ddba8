// Proves that an address is a user's own: by the code or by the link of one email [R78, R79, R80].
import { Problem } from '../../contract/problem.ts'
import { cleanEmail } from '../../contract/text.ts'
import { type AppContext, iso } from '../context.ts'
import type { SignedInUser } from '../http/env.ts'
import { queueEmail } from '../mail/outbox.ts'
import { type CodeAnswer, consumeCode, find, voidTokens } from './one-time-tokens.ts'
import { hold } from './users.ts'

const refusals: Record<Exclude<CodeAnswer, 'right'>, string> = {
  wrong: 'This code is wrong.',
  expired: 'This code has expired. Please ask for a new one.',
  'used-up': 'Too many wrong codes. Please ask for a new one.',
  none: 'There is no code to check. Please ask for a new one.',
}

/** @throws Problem 'invalid' with the reason why the code does not count. */
export async function verifyByCode(context: AppContext, user: SignedInUser, code: string): Promise<void> {
  if (user.email_verified_at) throw alreadyVerified()
  const answer = await context.db.transaction().execute(async (tx) => {
    const held = await hold(tx, user.id)
    if (!held) return 'none'
    // A wrong guess must stay counted, so the transaction ends without an error.
    const found = await consumeCode(context, tx, held, code)
    if (found === 'right') {
      await voidTokens(tx, held.id, ['verify-code'])
      await tx
        .updateTable('users')
        .set({ email_verified_at: iso(context) })
        .where('id', '=', held.id)
        .execute()
    }
    return found
  })
  if (answer === 'right') return
  throw new Problem('invalid', refusals[answer], { fields: { code: refusals[answer] } })
}

/**
 * Opening the link twice is fine: mail scanners and double clicks do. The link only ever marks the address as
 * verified, for which any number of times is once [R79], so it stays good until it expires.
 * @throws Problem 'invalid' for an unknown or expired link, or one for another address.
 */
export async function verifyByLink(context: AppContext, token: string, email: string): Promise<void> {
  const row = await find(context, context.db, ['verify-link'], token)
  const address = cleanEmail(email)
  if (row?.email === address) {
    const { numUpdatedRows } = await context.db
      .updateTable('users')
      .set((user) => ({ email_verified_at: user.fn.coalesce('email_verified_at', user.val(iso(context))) }))
      .where('id', '=', row.user_id)
      .where('email', '=', address)
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
    const held = await hold(tx, user.id)
    if (!held || held.email_verified_at) throw alreadyVerified()
    await voidTokens(tx, held.id, ['verify-code', 'verify-link'])
    await queueEmail(context, tx, { kind: 'verify', recipient: held.email, user_id: held.id })
  })
  context.changes.announce('outbox')
}

export function alreadyVerified(): Problem {
  return new Problem('invalid', 'Your email is already verified.')
}
