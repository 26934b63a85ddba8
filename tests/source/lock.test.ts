// The lock file: every machine installs what was tested, byte for byte, from whatever registry it uses. After a change of
// dependencies `npm install --package-lock-only` completes it for all platforms.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Entry {
  integrity?: string
  resolved?: string
  inBundle?: true
  optionalDependencies?: Record<string, string>
}

const file = join(import.meta.dirname, '../../package-lock.json')
const packages: Record<string, Entry> = JSON.parse(readFileSync(file, 'utf8')).packages

test('the lock file has every package of every platform with its integrity, and names no registry', () => {
  const problems = Object.entries(packages).flatMap(([path, { integrity, resolved, inBundle, ...entry }]) => [
    ...(path !== '' && !inBundle && !integrity?.startsWith('sha512-') ? [`${path}: no integrity`] : []),
    ...(resolved ? [`${path}: ${resolved}`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter(
        (name) => ![`${path}/node_modules/${name}`, `node_modules/${name}`].some((one) => packages[one]),
      )
      .map((name) => `${name} has no entry`),
  ])
  expect(problems).toEqual([])
})
