// A start with a database and uploads that do not belong together is rejected: the cleanup job would remove every image.
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ConfigError } from '../../server/config.ts'
import { newId } from '../../server/context.ts'
import { imageNames } from '../../server/image-names.ts'
import { checkInstallation, idsMatch, recordInstallation } from '../../server/images/installation.ts'
import { UploadFolder } from '../../server/images/storage.ts'
import { ownApps } from '../support/own-apps.ts'
import { png } from '../support/sample-images.ts'
import { startServer } from '../support/server-process.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
let scratch: string

/** Milliseconds. */
const hour = 60 * 60_000

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

/** Sets the time of every image back, as if it had been made that long (milliseconds) ago. */
async function makeOlder({ context }: Running, age: number): Promise<void> {
  await context.images.settled()
  const madeAt = new Date(Date.now() - age)
  for await (const { folder } of context.uploads.list())
    await utimes(join(context.config.dataDir, 'uploads', folder), madeAt, madeAt)
}

/** What a start with the database of one app and the uploads of another does. */
const startWith = async (database: Running, uploads: UploadFolder | Running) => {
  const both = {
    ...database.context,
    uploads: uploads instanceof UploadFolder ? uploads : uploads.context.uploads,
  }
  if (await checkInstallation(both, imageNames)) await recordInstallation(both, imageNames)
}
const emptyUploads = async () => {
  const uploads = new UploadFolder(join(scratch, newId()))
  await uploads.check()
  return uploads
}
const forgetId = (app: Running) =>
  app.context.db.deleteFrom('settings').where('name', '=', 'installation-id').execute()

describe('a start is rejected', () => {
  test('with an empty database and uploads, in one line that names the setting', async () => {
    const [empty, full] = [await ownApp(), await appWithImage()]
    await expect(startWith(empty, full)).rejects.toThrow(ConfigError)
    await expect(startWith(empty, full)).rejects.toThrow(
      /^the database names no image, but [^\n]*DATABASE_URL[^\n]*$/,
    )
    expect(await idsMatch(full.context)).toBe(true)
  })

  test('with the database of another installation', async () => {
    const [one, other] = [await appWithImage(), await appWithImage()]
    await expect(startWith(one, other)).rejects.toThrow(/belongs to other uploads/)
  })

  test('with an empty database and uploads from before there were ids', async () => {
    const [empty, full] = [await ownApp(), await appWithImage()]
    await full.context.uploads.writeInstallation('')
    await expect(startWith(empty, full)).rejects.toThrow(ConfigError)
  })

  test('with the empty database that these uploads had before the current one', async () => {
    const [first, second] = [await ownApp(), await ownApp()]
    await startWith(first, first)
    await forgetId(second)
    await first.context.uploads.writeInstallation('')
    await startWith(second, first)
    const image = new Uint8Array(await (await png()).arrayBuffer())
    await first.context.images.store(image, 'cover')
    expect(await idsMatch({ ...second.context, uploads: first.context.uploads })).toBe(true)
    await expect(startWith(first, first)).rejects.toThrow(ConfigError)
  })

  test.each([
    ['a database that names no image', ownApp],
    ['one that names other images', appWithImage],
    [
      'one from before there were ids',
      async () => {
        const app = await appWithImage()
        await forgetId(app)
        return app
      },
    ],
  ])('with %s and uploads without images that have the id of another installation', async (_, start) => {
    const app = await start()
    const uploads = await emptyUploads()
    await uploads.writeInstallation('of-another')
    await expect(startWith(app, uploads)).rejects.toThrow(ConfigError)
    await expect(startWith(app, uploads)).rejects.toThrow(
      /^[^\n]* belongs to another installation: [^\n]*move that folder away, or remove [^\n]*\.installation-id if/,
    )
    // Also where another instance writes it after the check.
    await expect(recordInstallation({ ...app.context, uploads }, imageNames)).rejects.toThrow(ConfigError)
    expect(await uploads.readInstallation()).toBe('of-another')
  })

  test('with equal ids, when the database names no image and those there are older than an hour', async () => {
    const app = await appWithImage()
    await app.context.db.deleteFrom('items').execute()
    await makeOlder(app, 2 * hour)
    await expect(startWith(app, app)).rejects.toThrow(/^the database names no image, but /)
  })
})

describe('a start is accepted', () => {
  test('with equal ids and images of a demo that was cut off before its first row', async () => {
    const app = await appWithImage()
    await app.context.db.deleteFrom('items').execute()
    await makeOlder(app, hour / 2)
    await startWith(app, app)
  })

  test('again with the same pair, also after every project was deleted', async () => {
    const app = await appWithImage()
    await startWith(app, app)
    await app.context.db.deleteFrom('items').execute()
    await startWith(app, app)
    expect(await idsMatch(app.context)).toBe(true)
  })

  test('with uploads and database from before there were ids: both get the same', async () => {
    const app = await appWithImage()
    await app.context.uploads.writeInstallation('')
    await forgetId(app)
    expect(await idsMatch(app.context)).toBe(false)
    await startWith(app, app)
    expect(await idsMatch(app.context)).toBe(true)
  })

  test('with a database from before there were ids, its uploads lost: both get an id', async () => {
    const app = await appWithImage()
    await forgetId(app)
    const uploads = await emptyUploads()
    await startWith(app, uploads)
    expect(await idsMatch({ ...app.context, uploads })).toBe(true)
  })

  test('with the same rows in another database, as after a move or a restored backup', async () => {
    const [old, moved] = [await appWithImage(), await ownApp()]
    const rows = await old.context.db.selectFrom('items').selectAll().execute()
    await moved.context.db.insertInto('items').values(rows).execute()
    await startWith(moved, old)
    expect(await idsMatch({ ...moved.context, uploads: old.context.uploads })).toBe(true)
  })
})

test('uploads that got the id of another installation after the start take no image', async () => {
  const app = await appWithImage()
  await app.context.uploads.writeInstallation('of-another')
  const image = new Uint8Array(await (await png()).arrayBuffer())
  await expect(app.context.images.store(image, 'cover')).rejects.toThrow(/\.installation-id of this database/)
})

describe.runIf(inject('postgres'))('the process', () => {
  test('started without DATABASE_URL and with the uploads of another database ends with one line and changes nothing', async () => {
    const full = await appWithImage()
    await full.context.images.settled()
    const { dataDir } = full.context.config
    const before = await readdir(join(dataDir, 'uploads'))
    const started = startServer({ DATA_DIR: dataDir, DEMO_CONTENT: 'off' })
    await expect(started).rejects.toThrow(
      /ended with 1:\nCannot start: the database names no image, but [^\n]*\n$/,
    )
    expect(await readdir(join(dataDir, 'uploads'))).toEqual(before)
    expect(await readdir(dataDir)).not.toContain('portfolio.db')
  })
})
