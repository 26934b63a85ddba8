// A file system of a few megabytes, to be filled.
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @param folder over which it is mounted; by default a new one
 * @returns null where mounting is not permitted; declared with `await using` it is unmounted where its block ends
 */
export async function mountSmallDisk(bytes: number, folder?: string) {
  const path = folder ?? (await mkdtemp(join(tmpdir(), 'portfolio-disk-')))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return null
  }
  return {
    path,
    /** Fills the disk. @returns the file that fills it */
    async fill() {
      const name = join(path, 'ballast')
      await using file = await open(name, 'w')
      for (const size of [64 * 1024, 512])
        try {
          for (;;) await file.appendFile(Buffer.alloc(size))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      return name
    },
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}
