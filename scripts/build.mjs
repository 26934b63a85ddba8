// npm run build: pages, server, and a brotli form next to every script and style sheet. The last step is a file that says what was
// built from, so that a build that was cut off, or whose sources were changed meanwhile, is done again by the next start.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** There only when every step is done. */
const stamp = 'build/.complete'
const folders = ['web', 'contract', 'content', 'server']
const settings = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json']

/** Whether the build is whole and made of what is there now. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/**
 * By content, not by time: a file that is copied with its old time (cp -a, rsync -a) is a change, too. Unit tests stand
 * next to what they test, are in no build, and not in a release (release.mjs).
 */
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

/** Whole or not at all, because a server may start from the folder at any time. */
function write(path, content) {
  writeFileSync(`${path}.tmp`, content)
  renameSync(`${path}.tmp`, path)
}

if (import.meta.main) {
  const sources = hashOfSources()
  rmSync(stamp, { force: true })
  for (const step of ['react-router build', 'vite build --mode server']) execSync(step, { stdio: 'inherit' })
  const assets = 'build/client/assets'
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const body = readFileSync(join(assets, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    write(join(assets, `${name}.br`), brotliCompressSync(body, { params }))
  }
  write(stamp, sources)
}
