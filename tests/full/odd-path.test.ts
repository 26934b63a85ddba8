// The product in a folder whose name looks like an escape in a URL, started from another folder.
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { root, startServer } from '../support/server-process.ts'

test.runIf(inject('postgres') === null && process.platform !== 'win32')(
  'pages are rendered, and nothing is written to the other folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [product, other] = [join(folder, 'mein%20ü, b'), join(folder, 'other')]
    await mkdir(product)
    await mkdir(other)
    for (const name of ['build', 'scripts'])
      await cp(join(root, name), join(product, name), { recursive: true })
    for (const name of ['node_modules', 'content', 'package.json'])
      await symlink(join(root, name), join(product, name))
    const run = 'cd "$1" && exec "$2" "$3/scripts/run.mjs" "$3/build/main.js"'
    const server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_CONTENT: 'off' }, [
      '/bin/sh',
      '-c',
      run,
      'sh',
      other,
      process.execPath,
      product,
    ])
    const response = await fetch(server.url, { headers: { accept: 'text/html' } })
    expect(await server.stop()).toBe(0)
    expect(response.status).toBe(200)
    expect(await readdir(other)).toEqual([])
  },
)
