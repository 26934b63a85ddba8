// A file system of a few megabytes, to be filled.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @param folder over which it is mounted; by default a new one
 * @param skip ends the test where mounting is not permitted
 * @returns declared with `await using` it is unmounted where its block ends
 */
export async function mountSmallDisk(bytes: number, skip: (note: string) => never, folder?: string) {
  const path = folder ?? (await mkdtemp(join(tmpdir(), 'portfolio-disk-')))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return skip('mounting a small disk is not permitted here')
  }
  return {
    path,
    /** Fills the disk. @returns the file that fills it */
    fill() {
      const file = join(path, 'ballast')
      spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4096'])
      return file
    },
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}
