// Scheduled backups as the dashboard shows and sets them, and the download of one.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { maxBackups } from './limits.ts'

export const backupIntervals = ['off', 'daily', 'weekly'] as const
export type BackupInterval = (typeof backupIntervals)[number]

const keepText = `Choose a whole number from 1 to ${maxBackups}.`
const schedule = z.object({
  interval: z.enum(backupIntervals, 'Choose off, daily or weekly.'),
  /** How many are stored; older ones are deleted. */
  keep: z.int(keepText).check(z.gte(1, keepText), z.lte(maxBackups, keepText)),
})

export type BackupSchedule = z.infer<typeof schedule>

export interface BackupStatus extends BackupSchedule {
  /** The last scheduled one that succeeded. */
  last: { at: string; bytes: number; ms: number } | null
  /** The last one that failed; current while none has succeeded since. */
  failure: { at: string; reason: string; isCurrent: boolean } | null
  /** When the next one is due; null while they are off. */
  next: string | null
  /** What is in the folder; null when it cannot be read. */
  stored: { count: number; bytes: number } | null
  folder: string
  /** Why backups cannot be stored there, with what to do; null where they can. */
  folderProblem: string | null
}

export const readBackups = {
  method: 'GET',
  path: '/api/settings/backups',
  response: responseType<BackupStatus>(),
} as const satisfies Call

export const setBackups = {
  method: 'PUT',
  path: '/api/settings/backups',
  body: schedule,
  response: responseType<Done & { backups: BackupStatus }>(),
} as const satisfies Call

/** Whether a download would begin now. The browser follows a link to it, so errors must be known before. */
export const checkDownload = {
  method: 'POST',
  path: '/api/settings/backups/check',
  response: responseType<Done>(),
} as const satisfies Call

export const downloadBackup = {
  method: 'GET',
  path: '/api/settings/backups/download',
  response: responseType<Blob>(),
} as const satisfies Call
