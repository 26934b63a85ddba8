// Marks a build that was not interrupted, with what it was built from: `begin` before the first step, `end` after the last.
// By content, not by time: a file that is copied with its old time (cp -a, rsync -a) is a change, too.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** There only when every step is done. */
const stamp = 'build/.complete'
/** Elsewhere, because the build empties its folder. */
const begun = 'node_modules/.cache/build-begun'

/** Everything that is built from: a change in one of them makes the build stale. */
const folders = ['web', 'contract', 'content', 'server']
const settings = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json']

/** Whether the build is whole and made of what is there now. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/** Unit tests stand next to what they test, are in no build, and not in a release (release.mjs). */
function hashOfSources() {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  const hash = createHash('sha256')
  for (const file of [...files, ...settings].sort()) {
    const content = readFileSync(file)
    hash.update(`${file.replaceAll('\\', '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === 'begin') {
    rmSync(stamp, { force: true })
    mkdirSync(dirname(begun), { recursive: true })
    // A copy of the folder made of hard links (cp -al) shares the file: written in place it would change the other's.
    rmSync(begun, { force: true })
    writeFileSync(begun, hashOfSources())
  } else {
    writeFileSync(`${stamp}.tmp`, readFileSync(begun))
    renameSync(`${stamp}.tmp`, stamp)
  }
}
