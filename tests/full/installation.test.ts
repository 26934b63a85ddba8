// A start with a database and uploads that do not belong together is rejected: the cleanup job would remove every image.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../server/config.ts'
import { newId } from '../../server/ids.ts'
import { imageNames } from '../../server/image-names.ts'
import { checkInstallation, installationOf, recordInstallation } from '../../server/images/installation.ts'
import { openUploads, Uploads } from '../../server/images/uploads.ts'
import { png } from '../support/sample-images.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** An app with one project and its cover. */
async function appWithImage(): Promise<Running> {
  const app = await ownApp()
  await addProject(app)
  return app
}

async function addProject(app: Running): Promise<void> {
  const image = new Uint8Array(await (await png()).arrayBuffer())
  const folder = await app.context.images.store(image, 'cover')
  const now = app.context.now().toISOString()
  const row = {
    id: newId(),
    name: 'One',
    name_key: 'one',
    url: 'https://example.com',
    search_text: 'one',
    image: folder,
  }
  await app.context.db
    .insertInto('items')
    .values({ ...row, status: 'published', created_at: now, updated_at: now })
    .execute()
}

/** What a start with the database of one app and the uploads of another does. */
const startWith = async (database: Running, uploads: Uploads | Running) => {
  const both = {
    ...database.context,
    uploads: uploads instanceof Uploads ? uploads : uploads.context.uploads,
  }
  if ((await checkInstallation(both, imageNames)) === null) await recordInstallation(both)
}
const idsMatch = async ({ db, uploads }: Running['context']) =>
  (await installationOf(db)) === (await uploads.readInstallation())
const emptyUploads = async () => {
  const dataDir = join(scratch, newId())
  await mkdir(dataDir)
  const uploads = openUploads({ dataDir, storageUrl: null })
  await uploads.storage.check(false)
  return uploads
}

describe('a start is rejected', () => {
  test('with an empty database and uploads, in one line that names the setting', async () => {
    const [empty, full] = [await ownApp(), await appWithImage()]
    await expect(startWith(empty, full)).rejects.toThrow(ConfigError)
    await expect(startWith(empty, full)).rejects.toThrow(
      /^the uploads are not those of the database: [^\n]*DATABASE_URL[^\n]*$/,
    )
    expect(await idsMatch(full.context)).toBe(true)
  })

  test('with the database of another installation', async () => {
    const [one, other] = [await appWithImage(), await appWithImage()]
    await expect(startWith(one, other)).rejects.toThrow(/holds 1 images that it does not know/)
  })

  test.each([
    ['a database that names no image', ownApp],
    ['one that names other images', appWithImage],
  ])('with %s and uploads without images that have the id of another installation', async (_, start) => {
    const app = await start()
    const uploads = await emptyUploads()
    await uploads.writeInstallation('of-another')
    await expect(startWith(app, uploads)).rejects.toThrow(ConfigError)
    await expect(startWith(app, uploads)).rejects.toThrow(
      /^[^\n]* belongs to another installation: [^\n]*move that folder away, or remove [^\n]*\.installation-id if/,
    )
    // Also where another instance writes it after the check.
    await expect(recordInstallation({ ...app.context, uploads })).rejects.toThrow(ConfigError)
    expect(await uploads.readInstallation()).toBe('of-another')
  })
})

describe('a start is accepted', () => {
  test('with uploads that were copied without their id, which they get again', async () => {
    const app = await appWithImage()
    await app.context.uploads.writeInstallation('')
    await startWith(app, app)
    expect(await idsMatch(app.context)).toBe(true)
  })

  test('again with the same pair, also after every project was deleted', async () => {
    const app = await appWithImage()
    await startWith(app, app)
    await app.context.db.deleteFrom('items').execute()
    await startWith(app, app)
    expect(await idsMatch(app.context)).toBe(true)
  })
})

test('uploads that got the id of another installation after the start take no image', async () => {
  const app = await appWithImage()
  await app.context.uploads.writeInstallation('of-another')
  const image = new Uint8Array(await (await png()).arrayBuffer())
  await expect(app.context.images.store(image, 'cover')).rejects.toThrow(/\.installation-id of this database/)
})
