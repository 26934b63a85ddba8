// Rules for all files: which modules a module may import, where settings are read, how long a file may be.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const files = ['contract', 'content', 'server', 'web', 'tests', 'bench', 'faults'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

const text = (file: string) => readFileSync(join(root, file), 'utf8')

/** What a file imports: a path below the root for our own files, a package name otherwise. */
function importsOf(file: string): string[] {
  const found = text(file).matchAll(/(?:from|import\(|^import)\s*['"]([^'"]+)['"]/gm)
  return [...found].map(([, source = '']) =>
    source.startsWith('.') ? relative(root, join(root, dirname(file), source)) : source,
  )
}

const ours = (source: string) => /^(contract|content|server|web|tests|bench|faults)\//.test(source)
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)

/** What features are built on; it does not depend on any of them. */
const plumbing = 'http|images|mail|db|metrics'
/** What every feature may import, and what else this one may. */
const feature = (also = '') =>
  new RegExp(
    `^server/(?:(?:${plumbing})/|(?:context|root|config|log|once-a-minute|polling|public-content)\\.ts$${also && `|(?:${also})`})|^contract/|^content/`,
  )
const guards = 'accounts/guard\\.ts$'
/** What happened is recorded where it happens. */
const auditTrail = 'audit/record\\.ts$'

/** A file, and what it may import of ours. The first rule whose pattern matches the file applies. */
const law: [RegExp, RegExp][] = [
  [/^content\//, /^content\/(demo\/|site\.ts$)/],
  [/^contract\//, /^contract\//],
  // Composition.
  [
    /^server\/((main|app|create-context|context|cleanup-jobs|start-errors|readiness)\.ts$|cli\/)/,
    /^server\/|^contract\//,
  ],
  [/^server\/accounts\//, feature(auditTrail)],
  [/^server\/audit\//, feature(guards)],
  [
    /^server\/contacts\//,
    feature(`${guards}|${auditTrail}|accounts/owner-emails\\.ts$|webhooks/deliveries\\.ts$`),
  ],
  [/^server\/portfolio\//, feature(`${guards}|${auditTrail}|preview/check-rows\\.ts$`)],
  [/^server\/client-links\//, feature(`${guards}|${auditTrail}|portfolio/gallery\\.ts$`)],
  [/^server\/preview\//, feature(`${guards}|accounts/owner-emails\\.ts$`)],
  [/^server\/counts\//, feature(guards)],
  [/^server\/settings\//, feature(`${guards}|accounts/registration\\.ts$`)],
  [
    /^server\/webhooks\//,
    feature(
      `${guards}|${auditTrail}|accounts/owner-emails\\.ts$|preview/(?:site-request|site-errors|public-address)\\.ts$`,
    ),
  ],
  [/^server\/openapi\//, feature(guards)],
  [/^server\/brand\//, feature('portfolio/gallery\\.ts$')],
  [
    /^server\/site\//,
    feature(
      `${guards}|${auditTrail}|brand/(?:brand|faces)\\.ts$|pages/markdown\\.ts$|portfolio/covers\\.ts$`,
    ),
  ],
  // Above the others: it holds what all of them store.
  [
    /^server\/backup\//,
    feature(
      `(?:data-dir|image-names)\\.ts$|${guards}|${auditTrail}|accounts/owner-emails\\.ts$|preview/check-rows\\.ts$`,
    ),
  ],
  // It shows something of each of the others.
  [
    /^server\/dashboard\//,
    feature(
      'accounts/|contacts/|portfolio/(?:about|gallery)\\.ts$|backup/schedule\\.ts$|preview/dead-links\\.ts$',
    ),
  ],
  [
    /^server\/pages\//,
    /^server\/((http|db|metrics)\/|(context|config|log|root)\.ts$)|^contract\/|^content\/|^web\/api-context\.ts$/,
  ],
  [/^server\/db\/migrations\//, /^$/],
  [/^server\/db\//, /^contract\//],
  [
    /^server\/(http|images|mail|metrics)\//,
    /^server\/((http|images|mail|db|metrics)\/|(context|config|log|once-a-minute|polling|root)\.ts$)|^contract\//,
  ],
  [/^server\/[a-z-]+\.ts$/, /^server\/((db|images|mail)\/|[a-z-]+\.ts$)|^contract\//],
  [/^web\/ui\//, /^web\/ui\/|^contract\/images/],
  [/^web\/forms\//, /^web\/[a-z-]+\.tsx?$|^contract\//],
  [
    /^web\/(site|account|dashboard)\//,
    /^web\/[a-z-]+\.(tsx?|module\.css)$|^web\/(ui|forms)\/|^contract\/|^content\//,
  ],
  // A page of the site with the layout of the account pages.
  [/^web\/client-link\//, /^web\/[a-z-]+\.(tsx?|module\.css)$|^web\/(site|account|ui|forms)\/|^contract\//],
  [/^web\//, /^web\/|^contract\/|^content\//],
  [/^tests\//, /^tests\/|^server\/|^contract\/|^content\/|^scripts\//],
  [/^faults\//, /^faults\/|^tests\//],
  [/^bench\//, /^bench\/|^tests\/|^server\/|^contract\/|^content\//],
]

describe('imports', () => {
  test('every file imports only what its rule allows', () => {
    const broken = files
      .filter((file) => !isTest(file))
      .flatMap((file) => {
        const [, allowed] = law.find(([pattern]) => pattern.test(file)) ?? []
        const area = file.split('/').slice(0, 2).join('/')
        return importsOf(file)
          .filter(ours)
          .filter((source) => !allowed?.test(source) && !source.startsWith(`${area}/`))
          .map((source) => `${file} > ${source}`)
      })
    expect(broken).toEqual([])
  })

  test('the contract imports zod and itself, nothing else; the password estimate is loaded on demand', () => {
    const foreign = files
      .filter((file) => file.startsWith('contract/') && !isTest(file))
      .filter((file) => file !== 'contract/password-strength.ts')
      .flatMap((file) => importsOf(file).filter((source) => !ours(source) && source !== 'zod/mini'))
    expect(foreign).toEqual([])
  })

  test('only routes and middleware import Hono', () => {
    const knowing = files
      .filter((file) =>
        /^server\/(accounts|audit|portfolio|preview|client-links|contacts|counts|settings|site|dashboard|mail|db|images|metrics)\//.test(
          file,
        ),
      )
      .filter((file) => !/routes\.ts$/.test(file))
      .filter((file) => importsOf(file).some((source) => /^hono/.test(source)))
    expect(knowing).toEqual([
      'server/accounts/device-cookie.ts',
      'server/accounts/guard.ts',
      'server/accounts/token-requests.ts',
    ])
  })

  test('migrations import kysely and nothing of ours', () => {
    const broken = files
      .filter((file) => file.startsWith('server/db/migrations/'))
      .flatMap((file) => importsOf(file).filter((source) => source !== 'kysely'))
    expect(broken).toEqual([])
  })
})

describe('conventions', () => {
  test('only the configuration reads the environment', () => {
    const readers = files.filter(
      (file) => /^(server|web|contract|content)\//.test(file) && text(file).includes('process.env'),
    )
    expect(readers).toEqual(['server/config.ts'])
  })

  test('the first line of every file is a comment that says what it is for', () => {
    const silent = files.filter((file) => !text(file).startsWith('// '))
    expect(silent).toEqual([])
  })

  test('no file of code or styles is longer than 250 lines', () => {
    const styles = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `web/${name}`)
    const scripts = readdirSync(join(root, 'scripts')).map((name) => `scripts/${name}`)
    const long = [...files, ...styles, ...scripts].filter((file) => text(file).split('\n').length > 251)
    expect(long).toEqual([])
  })

  test('no component renders a style attribute, which the Content-Security-Policy forbids', () => {
    const styled = files.filter((file) => /^web\/.*\.tsx$/.test(file) && /\sstyle=\{/.test(text(file)))
    expect(styled).toEqual([])
  })

  test('nothing uses internals of React Router, which it may change in any release', () => {
    const inside = /\bUNSAFE_\w+|__reactRouter\w*/
    expect(files.filter((file) => /^(web|server)\//.test(file) && inside.test(text(file)))).toEqual([])
  })

  test('no link asks React Router to keep the scroll position: scroll-positions.ts does not read that', () => {
    const unread = files.filter((file) => /^web\//.test(file) && /\bpreventScrollReset\b/.test(text(file)))
    expect(unread).toEqual([])
  })

  test('there are no index files', () => {
    expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
  })
})
