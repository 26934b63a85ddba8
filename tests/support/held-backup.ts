// Backups that wait at a gate, and an installation whose archive is larger than what sockets buffer.
import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../server/context.ts'
import type { Running } from './start.ts'

/**
 * @returns the context of a backup that waits once it has begun
 * @param before called in place of the gate; the backup goes on when it resolves
 */
export function heldContext(context: AppContext) {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const uploads: AppContext['uploads'] = Object.create(context.uploads, {
    readInstallation: {
      async value() {
        begun.resolve()
        await gate.promise
        return context.uploads.readInstallation()
      },
    },
    list: { value: () => context.uploads.list() },
    read: { value: (folder: string, name: string) => context.uploads.read(folder, name) },
  })
  return { held: { ...context, uploads }, begun: begun.promise, open: () => gate.resolve() }
}

/** Stores an image of 24 MiB that does not compress, as the avatar of every account. */
export async function addLargeImage({ context }: Running): Promise<void> {
  const folder = `${'ab'.repeat(12)}-512x512`
  await context.uploads.store(folder, new Map([['512.webp', randomBytes(24 * 1024 * 1024)]]))
  await context.db.updateTable('users').set({ avatar: folder }).execute()
}
