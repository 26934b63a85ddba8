// A file system of a few megabytes, to be filled.
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  /** Fills the disk. @returns the file that fills it */
  fill(): Promise<string>
  unmount(): Promise<void>
}

/**
 * @param folder over which it is mounted; by default a new one
 * @returns null where mounting is not permitted.
 */
export async function mountSmallDisk(bytes: number, folder?: string): Promise<SmallDisk | null> {
  const path = folder ?? (await mkdtemp(join(tmpdir(), 'portfolio-disk-')))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    if (!folder) await rm(path, { recursive: true })
    return null
  }
  return {
    path,
    async fill() {
      const name = join(path, 'ballast')
      const file = await open(name, 'w')
      try {
        for (const size of [64 * 1024, 512])
          try {
            for (;;) await file.appendFile(Buffer.alloc(size))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          }
      } finally {
        await file.close()
      }
      return name
    },
    async unmount() {
      execFileSync('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}
