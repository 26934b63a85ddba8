// The emails about accounts: to their users, and to the owner about admins. Secrets are made here, when they are sent.
// docs/behaviour.md, Emails, lists all kinds.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import type { EmailContent, EmailKind, QueuedEmail } from '../mail/email-kinds.ts'
import type { EmailText, Sender } from '../mail/layout.ts'
import * as templates from './email-templates.ts'
import { issue } from './one-time-tokens.ts'
import { ownerEmails } from './owner-emails.ts'

export const accountEmails = {
  verify: {
    replacesOlder: true,
    async render(context, row) {
      const user = await userOf(context, row)
      if (!user || user.email !== row.recipient || user.email_verified_at) return null
      // Outside of the transaction, which on SQLite has the only connection.
      const sender = await senderOf(context)
      const token = { userId: user.id, email: user.email, emailId: row.id }
      return context.db.transaction().execute(async (tx) => {
        if (!(await isQueued(tx, row))) return null
        const secrets = {
          token: await issue(context, tx, { ...token, purpose: 'verify-link' }),
          code: await issue(context, tx, { ...token, purpose: 'verify-code' }),
        }
        return templates.verifyEmail(sender, user.email, secrets)
      })
    },
  },
  reset: {
    replacesOlder: true,
    async render(context, row) {
      const user = await context.db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', row.recipient)
        .executeTakeFirst()
      if (!user) return null
      const sender = await senderOf(context)
      const token = { purpose: 'reset' as const, userId: user.id, email: user.email, emailId: row.id }
      return context.db
        .transaction()
        .execute(async (tx) =>
          (await isQueued(tx, row)) ? templates.resetEmail(sender, await issue(context, tx, token)) : null,
        )
    },
  },
  'password-changed': {
    render: async (context, row) =>
      (await userOf(context, row)) ? templates.passwordChanged(await senderOf(context)) : null,
  },
  // All below report a change or a sign-in. They have no `user_id`: they are sent even if the account is deleted.
  // These three go to the email address that the account has or had.
  'email-changed': toAddress(templates.emailChanged),
  demoted: toAddress(templates.demoted),
  'account-deleted': toAddress(templates.accountDeleted),
  'admin-added': toOwner(templates.adminAdded),
  'admin-demoted': toOwner(templates.adminDemoted),
  'admin-deleted': toOwner(templates.adminDeleted),
  'admin-email-changed': toOwner(templates.adminEmailChanged),
  'admin-sign-in': {
    render: async (context, row) =>
      templates.adminSignIn(await senderOf(context), {
        accountId: row.account_id ?? '',
        ipAddress: row.ip_address ?? '',
        at: row.created_at,
      }),
  },
} satisfies Record<string, EmailKind>

function toAddress(template: (sender: Sender) => EmailText): EmailKind {
  return {
    async render(context): Promise<EmailContent> {
      const [replyTo] = await ownerEmails(context)
      return { ...template(await senderOf(context)), replyTo }
    },
  }
}

function toOwner(template: (sender: Sender, accountId: string) => EmailText): EmailKind {
  return {
    render: async (context, row) => template(await senderOf(context), row.account_id ?? ''),
  }
}

async function senderOf(context: AppContext): Promise<Sender> {
  return { brand: await context.site.brandName(), publicUrl: context.config.publicUrl }
}

/** A newer email may have replaced this one; only its secret may work. */
async function isQueued(tx: Transaction<Tables>, row: QueuedEmail): Promise<boolean> {
  const still = await tx.selectFrom('jobs').select('id').where('id', '=', row.id).executeTakeFirst()
  return still !== undefined
}

async function userOf(context: AppContext, row: QueuedEmail) {
  return context.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', row.user_id ?? '')
    .executeTakeFirst()
}
