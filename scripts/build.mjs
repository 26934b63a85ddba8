// npm run build: pages, server, and a brotli form next to every script and style sheet. The last step is a file that says what was
// built from, so that a build that was cut off, or whose sources were changed meanwhile, is done again by the next start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

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
  // One after the other: side by side they do not fit into 512 MiB.
  for (const step of ['react-router build', 'vite build --mode server'])
    if (spawnSync(`${step} --logLevel error`, { shell: true, stdio: 'inherit' }).status !== 0) process.exit(1)
  const assets = readdirSync('build/client/assets').filter((name) => /\.(js|css|svg)$/.test(name))
  const texts = assets.map((name) => join('build/client/assets', name))
  await Promise.all(texts.map(async (path) => write(`${path}.br`, await compress(readFileSync(path)))))
  // Another build in this folder may have deleted what this one made.
  for (const path of [...texts.map((text) => `${text}.br`), 'build/server/index.js']) statSync(path)
  write(stamp, sources)
}
