// Makes one data directory with the demo content and an admin; each browser test uses a copy of it.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureAdmin } from '../../server/accounts/first-admin.ts'
import { loadDemo } from '../../server/projects/demo.ts'
import { buildNote } from './server-process.ts'
import { startTestServer } from './test-server.ts'

export const admin = { email: 'juno@example.com', password: 'Correct-Horse-7', name: 'Juno Balint' }

export default async function setup() {
  const note = buildNote()
  if (note) throw new Error(note)
  const { path, remove } = await mkdtempDisposable(join(tmpdir(), 'portfolio-browser-template-'))
  const server = await startTestServer({
    DATA_DIR: path,
    DEMO_CONTENT: 'on',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_NAME: admin.name,
  })
  // Without AVIF files, as in each test (browser.ts).
  Object.assign(server.context.images, { makeAvif() {} })
  await ensureAdmin(server.context, () => {})
  await loadDemo(server.context)
  await server.stop()
  process.env.PORTFOLIO_TEMPLATE = path
  return remove
}
