// The files of DATA_DIR are readable for their owner only, also those that a start finds.
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { launcher, startServer } from '../support/server-process.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.runIf(inject('postgres') === null)('files', () => {
  const mode = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8)

  test('a start makes those that it finds and those that it writes readable for their owner only', async () => {
    const data = join(folder, 'data')
    await mkdir(join(data, 'uploads/abc'), { recursive: true })
    await mkdir(join(data, 'outbox'))
    await writeFile(join(folder, 'elsewhere'), '')
    await symlink(join(folder, 'elsewhere'), join(data, 'uploads/link'))
    for (const file of ['uploads/abc/1.webp', 'outbox/1.eml', 'notes.txt'])
      await writeFile(join(data, file), '')
    for (const path of ['', 'uploads', 'uploads/abc', 'outbox']) await chmod(join(data, path), 0o755)
    for (const path of ['uploads/abc/1.webp', 'outbox/1.eml', 'notes.txt'])
      await chmod(join(data, path), 0o644)
    await chmod(join(folder, 'elsewhere'), 0o644)

    const server = await startServer({ DATA_DIR: data, DEMO_CONTENT: 'off' })
    for (const path of ['', 'uploads', 'uploads/abc', 'outbox'])
      expect(await mode('data', path), path).toBe('700')
    for (const path of [
      'uploads/abc/1.webp',
      'outbox/1.eml',
      'portfolio.db',
      'portfolio.db-wal',
      'server.lock',
    ])
      expect(await mode('data', path), path).toBe('600')
    // Not created by the product: another file, and the target of a link.
    expect(await mode('data/notes.txt')).toBe('644')
    expect(await mode('elsewhere')).toBe('644')
    await server.stop()
  })

  test('the mode of a folder that is shared on purpose is not changed', async () => {
    await chmod(folder, 0o1777)
    for (const _ of ['first', 'second'])
      await (await startServer({ DATA_DIR: folder, DEMO_CONTENT: 'off' })).stop()
    expect(await mode()).toBe('777')
    expect(await mode('portfolio.db')).toBe('600')
  })

  test.runIf(process.getuid?.() === 0 && existsSync('/usr/bin/setpriv'))(
    'the server starts as a user without an entry in the user database and without HOME, as in a container',
    async () => {
      const user = 54_321
      await chown(folder, user, user)
      const command = [
        '/usr/bin/setpriv',
        `--reuid=${user}`,
        `--regid=${user}`,
        '--clear-groups',
        ...launcher,
      ]
      const server = await startServer({ DATA_DIR: folder, DEMO_CONTENT: 'off' }, command)
      expect(await server.stop()).toBe(0)
    },
  )
})
