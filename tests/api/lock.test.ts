// The lock file: an installation gets what was tested, byte for byte, from any registry.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Entry {
  integrity?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Entry>

describe('the check of the lock file', () => {
  let folder: string
  let lock: { packages: Packages }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function check(change: (packages: Packages) => void) {
    const changed = structuredClone(lock)
    change(changed.packages)
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(changed))
    const script = join(root, 'scripts/complete-lock.mjs')
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stderr }
  }
  const entry = (packages: Packages, name: string) => packages[`node_modules/${name}`] as Entry

  test('passes: every entry has its integrity and names no registry', async () => {
    expect(await check(() => {})).toEqual({ status: 0, stderr: '' })
  })

  test.each<[string, (packages: Packages) => void, string]>([
    [
      'an entry without integrity',
      (packages) => {
        delete entry(packages, 'hono').integrity
      },
      'hono: no integrity',
    ],
    [
      'a weaker integrity',
      (packages) => {
        entry(packages, 'hono').integrity = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='
      },
      'hono: no integrity',
    ],
    [
      'the URL of a registry',
      (packages) => {
        entry(packages, 'hono').resolved = 'https://registry.example/hono.tgz'
      },
      'hono: names a registry',
    ],
    [
      'a binary of another platform left out',
      (packages) => {
        delete packages['node_modules/@img/sharp-darwin-arm64']
      },
      '@img/sharp-darwin-arm64 has no entry',
    ],
  ])('fails on %s', async (_, change, message) => {
    const { status, stderr } = await check(change)
    expect(status).toBe(1)
    expect(stderr).toContain(message)
  })
})
