// Scheduled backups as the dashboard shows and sets them, and the download of one.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { maxBackups } from './limits.ts'

export type { BackupStatus } from './responses/dashboard.ts'

export const backupIntervals = ['off', 'daily', 'weekly'] as const
export type BackupInterval = (typeof backupIntervals)[number]

const keepText = `Choose a whole number from 1 to ${maxBackups}.`
const schedule = z.object({
  interval: z.enum(backupIntervals, 'Choose off, daily or weekly.'),
  /** How many are stored; older ones are deleted. */
  keep: z.int(keepText).check(z.gte(1, keepText), z.lte(maxBackups, keepText)),
})

export type BackupSchedule = z.infer<typeof schedule>

export const readBackups = { method: 'GET', path: '/api/settings/backups' } as const satisfies Call

export const setBackups = {
  method: 'PUT',
  path: '/api/settings/backups',
  body: schedule,
} as const satisfies Call

/** Whether a download would begin now. The browser follows a link to it, so errors must be known before. */
export const checkDownload = { method: 'POST', path: '/api/settings/backups/check' } as const satisfies Call

export const downloadBackup = {
  method: 'GET',
  path: '/api/settings/backups/download',
} as const satisfies Call
