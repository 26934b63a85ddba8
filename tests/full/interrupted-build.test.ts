// A build that was cut off is done again by the next start. The build tools are stand-ins: what is tested is the order.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { root } from '../support/server-process.ts'

const sources = ['web', 'contract', 'content', 'server'].map((name) => `${name}/file`)
const bundle = 'touch build/main.js'
const settings = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json']

test.runIf(inject('postgres') === null).each([
  ['killed while the server was bundled', `${bundle}; kill -9 $PPID`],
  [
    'ended by a full disk while compressed files were written',
    `${bundle}; mkdir build/client/assets/2.js.br.tmp`,
  ],
  ['robbed of its pages by another one', `${bundle}; rm -r build/server`],
])('the next start builds again after a build that was %s', async (_, script) => {
  const folder = await scratchFolder()
  const tool = (name: string, script: string) =>
    writeFile(join(folder, 'node_modules/.bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const env = { PATH: process.env.PATH }
  /** What `npm start` does before the server. */
  const prepare = () =>
    spawnSync(process.execPath, ['scripts/prepare.mjs'], { cwd: folder, encoding: 'utf8', env })
  for (const name of ['scripts', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules/.bin', 'node_modules/vite'])
    await mkdir(join(folder, name), { recursive: true })
  const old = new Date(Date.now() - 60_000)
  for (const name of [...sources, ...settings, 'node_modules/.package-lock.json']) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), '')
    if (!name.startsWith('node_modules')) await utimes(join(folder, name), old, old)
  }
  await tool('node', `exec '${process.execPath}' "$@"`)
  const files = 'for n in 1 2 3; do echo "let a" > build/client/assets/$n.js; done'
  const folders = 'rm -rf build/client build/server; mkdir -p build/client/assets build/server'
  await tool('react-router', `${folders}; ${files}; touch build/server/index.js`)
  await tool('vite', script)
  expect(prepare().status).not.toBe(0)
  await tool('vite', bundle)
  expect(prepare()).toMatchObject({ status: 0, stderr: '' })
  const built = await readdir(join(folder, 'build/client/assets'))
  expect(built.sort()).toEqual(['1.js', '1.js.br', '2.js', '2.js.br', '3.js', '3.js.br'])
})
