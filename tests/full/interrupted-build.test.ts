// A build that was cut off is done again by the next start. The build tools are stand-ins: what is tested is the order.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { root } from '../support/server-process.ts'

let folder: string

const sources = ['web', 'contract', 'content', 'server']
const settings = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  const old = new Date(Date.now() - 60_000)
  for (const name of [...sources.map((name) => join(name, 'file')), ...settings]) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), old, old)
  }
  for (const name of ['.bin', 'vite']) await mkdir(join(folder, 'node_modules', name), { recursive: true })
  await writeFile(join(folder, 'node_modules/.package-lock.json'), '')
  await tool('node', `exec '${process.execPath}' "$@"`)
  await tool(
    'react-router',
    'rm -rf build; mkdir -p build/client/assets build/server; touch build/server/index.js; for n in 1 2 3; do echo "let a" > build/client/assets/$n.js; done; echo built >> builds',
  )
  await tool('vite', 'touch build/main.js')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const tool = (name: string, script: string) =>
  writeFile(join(folder, 'node_modules/.bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

/** What `npm start` does before the server. */
function prepare() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return { status, stderr }
}
const builds = async () => (await readdir(join(folder, 'build/client/assets'))).sort()
const whole = ['1.js', '1.js.br', '2.js', '2.js.br', '3.js', '3.js.br']

describe.runIf(inject('postgres') === null)('the next start', () => {
  test.each([
    ['killed while the server was bundled', 'touch build/main.js; kill -9 $PPID'],
    ['ended by a full disk while compressed files were written', 'mkdir build/client/assets/2.js.br.tmp'],
  ])('builds again after a build that was %s', async (_, script) => {
    await tool('vite', script)
    expect(prepare().status).not.toBe(0)
    await tool('vite', 'touch build/main.js')
    expect(prepare()).toEqual({ status: 0, stderr: '' })
    expect(await builds()).toEqual(whole)
  })
})
