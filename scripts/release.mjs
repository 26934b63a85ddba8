// npm run release [-- FOLDER]: writes portfolio-VERSION-DATE.tar.gz, which starts without building. It holds the sources too, so
// that edited texts can be built, and neither packages nor what only developers need.
import { createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'

const folders = ['build', 'content', 'contract', 'deploy', 'docs', 'scripts', 'server', 'web']
const settings = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]
const pages = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', '.env.example']

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const name = `portfolio-${version}`
const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
const archive = join(folder, `${name}-${new Date().toISOString().slice(0, 10)}.tar.gz`)

const sources = [...folders, ...settings, ...pages].map((source) => ({
  type: statSync(source).isDirectory() ? 'directory' : 'file',
  source,
  target: `${name}/${source}`,
}))
// Whoever unpacks it owns it.
const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root' }
const options = {
  filter: (path) => !path.endsWith('.test.ts'),
  map: (header) => ({ ...header, ...owner }),
}
await pipeline(packTar(sources, options), createGzip({ level: 9 }), createWriteStream(archive))
console.log(`${archive}: unpack it, then npm start in ${name}.`)
