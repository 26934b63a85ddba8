// A file system of a few megabytes, to be filled.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Mounted over a folder until the test is over. @param skip ends the test where mounting is not permitted */
export function mountSmallDisk(path: string, bytes: number, skip: (note: string) => never) {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path])
  if (status !== 0) skip('mounting a small disk is not permitted here')
  onTestFinished(() => void execFileSync('umount', [path]))
  return {
    path,
    /** Fills the disk. @returns the file that fills it */
    fill() {
      const file = join(path, 'ballast')
      spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4096'])
      return file
    },
  }
}
