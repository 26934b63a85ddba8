// The emails to the owner about webhooks: one was created, or switched off.
import type { EmailKind } from '../mail/email-kinds.ts'
import { layOut } from '../mail/layout.ts'

export const webhookEmails = {
  'webhook-created': {
    async render({ db }, { account_id }, { brand, publicUrl }) {
      const webhooks = await db.selectFrom('webhooks').select('url').orderBy('created_at', 'desc').execute()
      if (webhooks.length === 0) return null
      return layOut(`${brand} reports its messages to a new webhook`, [
        'An admin has created a webhook: every new message goes there, with the name and email address of its sender.',
        `User ID of the admin: ${account_id}`,
        `All webhooks, the newest first: ${webhooks.map(({ url }) => url).join(', ')}`,
        'If none of you did this, delete it now:',
        { link: `${publicUrl}/dashboard/settings` },
      ])
    },
  },
  'webhook-disabled': {
    /** About those that are off at that moment; nothing is sent once none is. */
    async render({ db }, _, { brand, publicUrl }) {
      const off = await db
        .selectFrom('webhooks')
        .select(['url', 'last_error'])
        .where('disabled_at', 'is not', null)
        .orderBy('disabled_at', 'desc')
        .execute()
      if (off.length === 0) return null
      return layOut(`A webhook of ${brand} was switched off`, [
        'Every call of it has failed for five days. New messages are no longer reported to it; you find them in the dashboard.',
        ...off.map(({ url, last_error }) => `${url}: ${last_error}`),
        'A test that is delivered switches it on again:',
        { link: `${publicUrl}/dashboard/settings` },
      ])
    },
  },
} satisfies Record<string, EmailKind>
