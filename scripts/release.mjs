// npm run release [-- FOLDER]: writes portfolio-VERSION-DATE.tar.gz, which starts without building. It holds the sources too, so
// that edited texts can be built, and neither packages nor what only developers need.
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'

const folders = ['build', 'content', 'contract', 'deploy', 'docs', 'scripts', 'server', 'web']
const files = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const name = `portfolio-${version}`
const date = new Date().toISOString().slice(0, 10)
const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
const archive = join(folder, `${name}-${date}.tar.gz`)

const sources = [
  ...folders.map((source) => ({ type: 'directory', source, target: `${name}/${source}` })),
  ...files.map((source) => ({ type: 'file', source, target: `${name}/${source}` })),
].filter(({ source }) => existsSync(source))

// Whoever unpacks it owns it.
const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root' }
await pipeline(
  packTar(sources, {
    filter: (path) => !path.endsWith('.test.ts'),
    map: (header) => ({ ...header, ...owner }),
  }),
  createGzip({ level: 9 }),
  createWriteStream(archive),
)
console.log(`${archive}: unpack it, then npm start in ${name}.`)
