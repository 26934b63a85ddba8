// Makes package-lock.json whole: an entry for every optional dependency, with integrity and no address of a registry.
// npm leaves out binaries of other platforms that it did not install, and `npm ci` then rejects the lock file there.
// Run it after a change of dependencies; --check only looks.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const isCheck = process.argv.includes('--check')
const before = readFileSync('package-lock.json', 'utf8')
const lock = JSON.parse(before)
const errors = []

// Grows as entries are added, whose own dependencies are looked at in turn.
const paths = Object.keys(lock.packages)
for (const path of paths) {
  const entry = lock.packages[path]
  // Not the project itself, nor what another package brings along in its own archive.
  if (path !== '' && !entry.inBundle) {
    const name = path.replace(/^.*node_modules\//, '')
    if (!isCheck) {
      if (!entry.integrity) Object.assign(entry, published(name, entry.version))
      delete entry.resolved
    }
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')) errors.push(`${name}: no integrity`)
    if (entry.resolved) errors.push(`${name}: names a registry`)
  }
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
    if (places.some((place) => lock.packages[place])) continue
    if (isCheck) {
      errors.push(`${name} has no entry`)
      continue
    }
    lock.packages[`node_modules/${name}`] = { version, optional: true, ...(entry.dev && { dev: true }) }
    paths.push(`node_modules/${name}`)
  }
}

if (errors.length > 0) {
  const advice = isCheck
    ? 'run node scripts/complete-lock.mjs'
    : 'choose versions that the registry has whole'
  console.error(`package-lock.json is not whole (${advice}):\n${errors.join('\n')}`)
  process.exit(1)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
const after = `${JSON.stringify(lock, null, 2)}\n`
if (!isCheck && after !== before) writeFileSync('package-lock.json', after)

/** What npm itself would write for this package, as far as the registry has it. */
function published(name, version) {
  const fields = ['dist.integrity', 'cpu', 'os', 'libc', 'engines', 'license'].concat([
    'dependencies',
    'optionalDependencies',
  ])
  try {
    const view = execFileSync('npm', ['view', `${name}@${version}`, ...fields, '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    })
    const { 'dist.integrity': integrity, ...rest } = JSON.parse(view)
    return { integrity, ...rest }
  } catch {
    return {}
  }
}
