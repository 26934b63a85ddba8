// Adds the entries of other platforms' binaries to package-lock.json that the registry at hand does not carry:
// without them `npm ci` refuses the lock file everywhere. Run it after a change of dependencies; --check only looks.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const cpus = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el']
const systems = [
  'linux',
  'darwin',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'android',
  'sunos',
  'aix',
  'openharmony',
]
const added = []

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
    if (places.some((place) => lock.packages[place])) continue
    const words = name.split(/[^a-z0-9]+/)
    const os = systems.filter((system) => words.includes(system))
    const cpu = cpus.filter((name) => words.includes(name))
    const libc = words.includes('musl')
      ? ['musl']
      : words.includes('gnu') || words.includes('glibc')
        ? ['glibc']
        : []
    added.push(name)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(libc.length > 0 ? { libc } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    }
  }
}

if (added.length > 0 && process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${added.join(', ')}: run node scripts/complete-lock.mjs`)
  process.exit(1)
}
if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
}
