// An app whose backups are scheduled, made and looked at by tests.
import { readdir } from 'node:fs/promises'
import { nameOf } from '../../server/backup/backup-directory.ts'
import { installationOf } from '../../server/images/installation.ts'
import { runDue } from '../../server/jobs/runner.ts'
import { eventsOf } from './audit-calls.ts'
import type { Running } from './start.ts'

/** The calls, files and events of scheduled backups. */
export async function withSchedule(app: Running) {
  const cookie = await app.asAdmin()
  const { backupDir } = app.context.config
  const installation = await installationOf(app.context.db)
  return {
    app,
    cookie,
    folder: backupDir,
    /** The name of a backup that was begun on a day, like 2020-01-01. */
    named: (day: string) => nameOf(new Date(day), installation),
    make: () => runDue(app.context, 'backups'),
    set: (interval: string, keep: unknown) =>
      app.json('/api/settings/backups', { method: 'PUT', json: { interval, keep }, cookie }),
    status: async () => (await app.json('/api/settings/backups', { cookie })).body,
    files: async () => (await readdir(backupDir).catch(() => [])).sort(),
    recorded: async (kind: string) =>
      (await eventsOf(app, cookie)).filter((event) => event.kind === kind).map(({ detail }) => detail),
  }
}
