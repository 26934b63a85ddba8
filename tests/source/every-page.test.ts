// Tests that run on every page (tests/support/every-page.ts) miss none of the contract.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allPages, fixedPages, privatePages } from '../../contract/pages.ts'

/** Not found until the owner writes them, a redirect, and what is empty outside of its frame (site-preview.e2e.ts). */
const elsewhere: readonly string[] = [
  fixedPages.imprint,
  fixedPages.privacy,
  privatePages.dashboardProfile,
  privatePages.sitePreview,
]

test('every page of the contract is in the list of pages that tests visit', () => {
  const list = readFileSync(join(import.meta.dirname, '../support/every-page.ts'), 'utf8')
  const listed = [...list.matchAll(/path: (?:'([^'?]*)|`([^`?]*))/g)].map(([, plain, template]) =>
    (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, ':id'),
  )
  const expected = allPages
    .filter((path) => !elsewhere.includes(path))
    .map((path) => path.replace(/:\w+/, ':id'))
  expect(expected.filter((path) => !listed.includes(path))).toEqual([])
})
