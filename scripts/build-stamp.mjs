// Marks a build that was not interrupted: `begin` before the first step, `end` after the last one.
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** There only when every step is done. Its time is that of the beginning: a source changed since then is not in it. */
export const stamp = 'build/.complete'
/** Elsewhere, because the build empties its folder. */
const begun = 'node_modules/.cache/build-begun'

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === 'begin') {
    rmSync(stamp, { force: true })
    mkdirSync(dirname(begun), { recursive: true })
    writeFileSync(begun, '')
  } else {
    const { atime, mtime } = statSync(begun)
    writeFileSync(`${stamp}.tmp`, '')
    utimesSync(`${stamp}.tmp`, atime, mtime)
    renameSync(`${stamp}.tmp`, stamp)
  }
}
