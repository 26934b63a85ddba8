// npm run admin before the first start, and with a database that does not belong to the uploads or is missing. The
// account that it makes: first-admin.test.ts.
import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../server/db/connect.ts'
import { emptyPlace, scratchFolder } from '../../support/backups.ts'
import { png } from '../../support/sample-images.ts'
import { root, spawnServer, startServer } from '../../support/server-process.ts'
import { ownApps } from '../../support/start.ts'

const ownApp = ownApps()

async function runAdmin(env: Record<string, string>) {
  const command = [process.execPath, join(root, 'server/cli/admin.ts'), 'second@example.com']
  const admin = await spawnServer(env, command)
  expect(await admin.ended).toBe(1)
  return admin.output()
}

/** An uploads folder with one image. @returns the folder above it, as DATA_DIR. */
async function dataDirWithImage(): Promise<string> {
  const { context } = await ownApp()
  await context.images.store(new Uint8Array(await (await png()).arrayBuffer()), 'cover')
  await context.images.settled()
  return context.config.dataDir
}

const otherUploads =
  /^the uploads are not those of the database: [^\n]*uploads holds 1 images [^\n]*DATABASE_URL[^\n]*\n$/

describe.runIf(inject('postgres') === null)('npm run admin on SQLite', () => {
  test('with portfolio.db moved away from its images is rejected, and makes no other', async () => {
    const dataDir = await dataDirWithImage()
    await rename(join(dataDir, 'portfolio.db'), join(await scratchFolder(), 'portfolio.db'))
    expect(await runAdmin({ DATA_DIR: dataDir })).toMatch(otherUploads)
    await expect(access(join(dataDir, 'portfolio.db'))).rejects.toThrow('ENOENT')
  })

  test('with portfolio.db deleted under a running server is rejected, also without any image', async () => {
    const folder = await scratchFolder()
    const server = await startServer({ DATA_DIR: folder, DEMO_CONTENT: 'off' })
    onTestFinished(() => server.kill('SIGKILL'))
    await rm(join(folder, 'portfolio.db'))
    expect(await runAdmin({ DATA_DIR: folder })).toMatch(
      /^DATA_DIR is \S+, which another server process uses; its portfolio\.db is missing: [^\n]*\n$/,
    )
    await expect(access(join(folder, 'portfolio.db'))).rejects.toThrow('ENOENT')
  })
})

describe.runIf(inject('postgres') !== null)('npm run admin on PostgreSQL', () => {
  const server = inject('postgres') ?? ''

  test('with an empty database and images is rejected, and makes no table', async () => {
    const place = { ...(await emptyPlace(server)), DATA_DIR: await dataDirWithImage() }
    expect(await runAdmin(place)).toMatch(otherUploads)
    const db = openPostgres(place.DATABASE_URL ?? '', () => {})
    onTestFinished(() => db.destroy())
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(db)
    expect(rows).toEqual([])
  })
})
