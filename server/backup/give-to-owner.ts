// What a restore by root has written belongs to the user of DATA_DIR, who is to run the server [R347].
import { lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOurs } from '../data-dir.ts'

/** Without effect for another user than root, and in a folder of root's. */
export async function giveToOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  if (uid === 0) return
  const give = async (path: string): Promise<void> => {
    const found = await lstat(path)
    // Never another's; nor a file of root's that is also elsewhere under another name.
    if (found.uid === 0 && (found.isDirectory() || (found.isFile() && found.nlink === 1)))
      await lchown(path, uid, gid)
    if (found.isDirectory()) for (const name of await readdir(path)) await give(join(path, name))
  }
  for (const name of await readdir(dataDir)) if (isOurs(name)) await give(join(dataDir, name))
}
