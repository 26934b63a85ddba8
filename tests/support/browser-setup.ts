// Makes one data directory with the demo content and an admin; each browser test uses a copy of it. It is cached until what
// it is made of changes, because encoding the images takes longer than anything else.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureAdmin } from '../../server/accounts/first-admin.ts'
import { loadDemo } from '../../server/projects/demo.ts'
import { buildNote, root } from './server-process.ts'
import { startTestServer } from './test-server.ts'

export const admin = { email: 'juno@example.com', password: 'Correct-Horse-7', name: 'Juno Balint' }

const cache = join(root, 'node_modules/.cache')
/** What writes the data. */
const sources = ['content/demo', ...['accounts', 'db', 'images', 'projects'].map((name) => `server/${name}`)]

export default async function setup() {
  const note = buildNote()
  if (note) throw new Error(note)
  const template = join(cache, `browser-test-data-${await hashOf(sources)}`)
  if (!existsSync(template)) await rename(await makeTemplate(), template)
  process.env.PORTFOLIO_TEMPLATE = template
}

async function makeTemplate(): Promise<string> {
  // A fresh installation has none.
  await mkdir(cache, { recursive: true })
  const directory = await mkdtemp(join(cache, 'browser-test-data-'))
  const server = await startTestServer({
    DATA_DIR: directory,
    DEMO_CONTENT: 'on',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_NAME: admin.name,
  })
  await ensureAdmin(server.context, () => {})
  await loadDemo(server.context)
  // Without AVIF files, which take longer than all else: browsers are sent the WebP files.
  await server.context.images.stop()
  await server.stop()
  return directory
}

async function hashOf(folders: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}
