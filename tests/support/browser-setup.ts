// Makes one data folder with the demo content and an admin; each browser test uses a copy of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imagesMade } from './images-made.ts'
import { buildNote, startServer } from './server-process.ts'

export const admin = { email: 'juno@example.com', password: 'Correct-Horse-7', name: 'Juno Balint' }

export default async function setup() {
  const note = buildNote()
  if (note) throw new Error(note)
  const template = await mkdtemp(join(tmpdir(), 'portfolio-template-'))
  const server = await startServer({
    DATA_DIR: template,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_NAME: admin.name,
  })
  // Without them, the server of every test would encode them again.
  await imagesMade(join(template, 'uploads'))
  await server.stop()
  process.env.PORTFOLIO_TEMPLATE = template
  return () => rm(template, { recursive: true, force: true })
}
