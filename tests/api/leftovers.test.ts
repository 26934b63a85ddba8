// Half-written files that a crash left are removed; finished ones, and those that may still be written, stay.
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dropLeftovers } from '../../server/images/cleanup.ts'
import { png } from '../support/sample-images.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running
let uploads: string

sharedApp((started) => {
  app = started
  uploads = join(app.context.config.dataDir, 'uploads')
})

/** Milliseconds. */
const hour = 60 * 60_000
const unnamed = 'ffffffffffffffffffffffff-10x10'

describe('half-written files', () => {
  const old = new Date(Date.now() - hour)
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )

  test('of uploads and emails are removed once no process can be writing them; finished ones stay', async () => {
    const image = new Uint8Array(await (await png()).arrayBuffer())
    const folder = await app.context.images.store(image, 'cover')
    await app.context.images.settled()
    const outbox = join(app.context.config.dataDir, 'outbox')
    await mkdir(outbox, { recursive: true })
    const draft = join(uploads, `${unnamed}.tmp`)
    await mkdir(draft)
    const leftovers = [join(uploads, folder, '320.avif.tmp'), join(outbox, 'a.eml.tmp'), draft]
    for (const file of leftovers.slice(0, 2)) await writeFile(file, 'half')
    const fresh = join(outbox, 'b.eml.tmp')
    await writeFile(fresh, 'being written')
    await writeFile(join(outbox, 'c.eml'), 'whole')
    for (const path of leftovers) await utimes(path, old, old)

    await dropLeftovers(app.context)
    for (const path of leftovers) expect(await exists(path)).toBe(false)
    for (const path of [fresh, join(outbox, 'c.eml')]) expect(await exists(path)).toBe(true)
    expect(await exists(join(uploads, folder, '40.webp'))).toBe(true)
  })

  test('of probes and uploads are removed from DATA_DIR, and nothing else is', async () => {
    const { dataDir } = app.context.config
    const leftovers = [
      join(dataDir, '.room-0123abcd'),
      join(uploads, '.space-0123abcd'),
      join(dataDir, '.write-4711'),
      join(dataDir, 'upload-0123456789abcdef01234567.tmp'),
    ]
    const others = [join(dataDir, 'upload-of-mine.tmp'), join(dataDir, '.room-of-mine')]
    for (const path of [...leftovers, ...others]) {
      await writeFile(path, '')
      await utimes(path, old, old)
    }
    const fresh = join(dataDir, '.write-4712')
    await writeFile(fresh, '')
    await dropLeftovers(app.context)
    for (const path of leftovers) expect(await exists(path), path).toBe(false)
    for (const path of [...others, fresh]) expect(await exists(path), path).toBe(true)
  })

  test('are removed at the start at any age when no other process can be writing', async () => {
    const draft = join(uploads, `${unnamed}.tmp`)
    await mkdir(draft)
    // Written before a clock was set back.
    const later = new Date(Date.now() + hour)
    await utimes(draft, later, later)
    await dropLeftovers({ ...app.context, config: { ...app.context.config, databaseUrl: null } }, true)
    expect(await exists(draft)).toBe(false)
  })
})
