// What a source file may do: import what its layer allows, as features build on plumbing, never the other way round, and on each
// other only as listed here; and have no state at module level, which may pass from one request, or one app, to the next.
// Tests share the modules of a worker, too.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = ['contract', 'content', 'server', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))

const plumbing = ['http', 'images', 'mail', 'db', 'jobs', 'metrics']
/** Files that put everything together. */
const composition =
  /^server\/(cli\/|(main|app|create-context|context|cleanup-jobs|start-errors|readiness)\.ts$)/

/** What every feature may import: who is signed in, and the audit trail. */
const common = /^(accounts\/(guard|user-rows)|audit\/record)\.ts$/

/** Features, and the files of others that they may import besides. */
const across: Record<string, RegExp> = {
  accounts: /^site\/versions\.ts$/,
  messages: /^(pages\/markdown|site\/versions|webhooks\/deliveries)\.ts$/,
  projects: /^(pages\/markdown|preview\/(check-job|check-rows))\.ts$/,
  settings: /^(accounts\/registration|messages\/emails)\.ts$/,
  brand: /^projects\/gallery\.ts$/,
  site: /^(brand\/(brand|faces|share-drawing)|pages\/markdown|projects\/demo)\.ts$/,
  // Above the others: it stores what they store.
  backup: /^preview\/check-rows\.ts$/,
  // It shows something of each of the others.
  dashboard:
    /^(accounts\/.*|messages\/.*|projects\/(demo|gallery)|backup\/schedule|preview\/dead-links)\.ts$/,
}

function mayImport(file: string, source: string): boolean {
  const [area = '', folder = ''] = file.split('/')
  const [to = '', toFolder = '', ...rest] = source.split('/')
  if (composition.test(file)) return to === 'server' || to === 'contract'
  if (file.startsWith('web/ui/')) return source.startsWith('web/ui/') || to === 'contract'
  if (file.startsWith('server/pages/') && source === 'web/api-context.ts') return true
  if (to !== 'server' || area !== 'server')
    return to === area || to === 'contract' || (to === 'content' && ['server', 'web'].includes(area))
  // Files of server/ itself hold what all share.
  if (rest.length === 0) return !composition.test(source) || source === 'server/context.ts'
  if (toFolder === folder || plumbing.includes(toFolder)) return true
  if (folder === 'pages' || plumbing.includes(folder)) return false
  const inFeature = [toFolder, ...rest].join('/')
  return common.test(inFeature) || across[folder]?.test(inFeature) === true
}

test('every file imports only what its layer allows', () => {
  const broken = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/(?:from|import\(|^import)\s*'(\.[^']+)'/gm)]
      .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
      .filter((source) => !mayImport(file, source))
      .map((source) => `${file} > ${source}`),
  )
  expect(broken).toEqual([])
})

/** Written in effects and event handlers only, which do not run on the server. */
const inTheBrowser = {
  'web/alerts.tsx': ['flashed'],
  'web/storage.ts': ['drafts'],
  'web/session.tsx': ['session', 'underway', 'changes', 'listeners'],
  'web/site-part.ts': ['isOutdated'],
  'web/ui/notice.tsx': ['toasts', 'nextId', 'listeners', 'places'],
}

const allowed = [
  ...Object.entries(inTheBrowser).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
  // The client of a browser tab; null on the server.
  'web/queries.tsx tabClient',
  // Null on the server, which has no storage of a tab.
  'web/session.tsx tabAccount',
  // Written by loaders of the browser only.
  'web/site-part.ts parts',
  // An AsyncLocalStorage holds a value for each request.
  'server/db/time-limit.ts storage',
  // Holds word lists; what is checked does not change it.
  'web/account/password-strength.ts estimator',
]

/** A process runs one of these once. */
const isProgram = /^server\/(main|cli\/\w+)\.ts /

const declaration = /^(?:export )?(let|const) (\w+)[^=\n]*(?:= (.*))?$/gm
/** Made at module level because nothing changes it afterwards. */
const unchanging = /^new (Hono|RegExp|URL|Error|Text\w+|Intl\.\w+)\b/
const collection = /^new (Map|Set|WeakMap|WeakSet|Array)\b/

function holdsState(code: string, kind = '', name = '', value = ''): boolean {
  if (kind === 'let') return true
  if (value.startsWith('new ') && !collection.test(value)) return !unchanging.test(value)
  const changes = [
    `(?<![.\\w])${name}(\\.(set|add|delete|clear|push|pop|shift|unshift|splice)\\(|(\\[[^\\]]*\\]|\\.\\w+) = )`,
    `(assign\\(|delete )${name}\\b`,
  ]
  // A global expression remembers where it stopped.
  if (/^\/.*\/\w*[gy]/.test(value)) changes.push(`\\b${name}\\.(test|exec)\\(`)
  return new RegExp(changes.join('|')).test(code)
}

test('state at module level is nowhere but where a reason is given', () => {
  const found = sources.flatMap(({ file, code }) =>
    [...code.matchAll(declaration)]
      .filter(([, ...declared]) => holdsState(code, ...declared))
      .map(([, , declared]) => `${file} ${declared}`),
  )
  expect(found.filter((one) => !allowed.includes(one) && !isProgram.test(one))).toEqual([])
})
