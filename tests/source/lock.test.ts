// The lock file: every machine installs what was tested, byte for byte, from whatever registry it uses. That every package of
// every platform is in it, `npm run check:lock` says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, '../../package-lock.json')
const packages: Record<string, { integrity?: string; resolved?: string; inBundle?: true }> = JSON.parse(
  readFileSync(file, 'utf8'),
).packages

test('the lock file has every package with its integrity, and names no registry', () => {
  const { '': _, ...installed } = packages
  const wrong = Object.entries(installed).filter(
    ([_, { integrity = '', resolved, inBundle }]) => resolved || !(inBundle || /^sha512-/.test(integrity)),
  )
  expect(wrong).toEqual([])
})
