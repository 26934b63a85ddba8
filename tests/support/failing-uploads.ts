// A store of uploads that fails where a test wants it to.
import type { Uploads } from '../../server/images/uploads.ts'

/** @param store called in place of the real one */
export function withStore(uploads: Uploads, store: Uploads['store']): Uploads {
  return {
    ...uploads,
    list: () => uploads.list(),
    drop: (folder) => uploads.drop(folder),
    check: () => uploads.check(),
    readInstallation: () => uploads.readInstallation(),
    writeInstallation: (id) => uploads.writeInstallation(id),
    store,
  }
}
