// The email to the owner about a webhook that was switched off.
import type { EmailKind } from '../mail/email-kinds.ts'
import { layOut } from '../mail/layout.ts'

export const webhookEmails = {
  'webhook-disabled': {
    cause: 'webhooks',
    /** About those that are off at that moment; nothing is sent once none is. */
    async render({ db, config, site }) {
      const off = await db
        .selectFrom('webhooks')
        .select(['url', 'last_error'])
        .where('disabled_at', 'is not', null)
        .orderBy('disabled_at', 'desc')
        .execute()
      if (off.length === 0) return null
      return layOut(`A webhook of ${await site.brandName()} was switched off`, [
        'Every call of it has failed for five days. New messages are no longer reported to it; you find them in the dashboard.',
        ...off.map(({ url, last_error }) => `${url}: ${last_error}`),
        'A test that is delivered switches it on again:',
        { link: `${config.publicUrl}/dashboard/settings` },
      ])
    },
  },
} satisfies Record<string, EmailKind>
