// The email to the owner about a scheduled backup that failed.
import type { EmailKind } from '../mail/email-kinds.ts'
import { layOut } from '../mail/layout.ts'
import { backupTrouble } from './schedule.ts'

export const backupEmails = {
  'backup-failed': {
    /** With the reason of that moment; nothing is sent once a backup has succeeded. */
    async render(context) {
      const reason = await backupTrouble(context)
      if (reason === null) return null
      const brand = await context.site.brandName()
      return layOut(`The backup of ${brand} failed`, [
        'The scheduled backup failed, and is tried again every hour. You get no further email until one has succeeded.',
        reason,
        'The state of the backups is in the settings:',
        { link: `${context.config.publicUrl}/dashboard/settings` },
      ])
    },
  },
} satisfies Record<string, EmailKind>
