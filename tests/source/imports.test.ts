// Who may import whom: features build on plumbing, never the other way round, and on each other only as listed here.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const plumbing = ['http', 'images', 'mail', 'db', 'jobs', 'metrics']
/** Files that put everything together. */
const composition =
  /^server\/(cli\/|(main|app|create-context|context|cleanup-jobs|start-errors|readiness)\.ts$)/

/** Folders of server/, and the files of other features that they may import. */
const across: Record<string, RegExp> = {
  accounts: /^(audit\/record|site\/(preview|versions))\.ts$/,
  audit: /^accounts\/guard\.ts$/,
  messages: /^(accounts\/(guard|owner-emails)|audit\/record|webhooks\/deliveries|pages\/markdown)\.ts$/,
  projects:
    /^(accounts\/(guard|user-rows)|audit\/record|pages\/markdown|preview\/(check-job|check-rows))\.ts$/,
  preview: /^accounts\/(guard|owner-emails)\.ts$/,
  counts: /^accounts\/guard\.ts$/,
  settings: /^(accounts\/(guard|owner-emails|registration|user-rows)|audit\/record)\.ts$/,
  webhooks: /^(accounts\/(guard|owner-emails|user-rows)|audit\/record)\.ts$/,
  openapi: /^accounts\/guard\.ts$/,
  brand: /^projects\/gallery\.ts$/,
  site: /^(accounts\/guard|audit\/record|brand\/(brand|faces|share-drawing)|pages\/markdown|projects\/demo)\.ts$/,
  // Above the others: it stores what they store.
  backup: /^(accounts\/(guard|owner-emails)|audit\/record|preview\/check-rows)\.ts$/,
  // It shows something of each of the others.
  dashboard:
    /^(accounts\/.*|messages\/.*|projects\/(demo|gallery)|backup\/schedule|preview\/dead-links)\.ts$/,
  pages: /^$/,
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
  return across[folder]?.test([toFolder, ...rest].join('/')) ?? false
}

test('every file imports only what its layer allows', () => {
  const files = ['contract', 'content', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const broken = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\(|^import)\s*'(\.[^']+)'/gm)]
        .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
        .filter((source) => !mayImport(file, source))
        .map((source) => `${file} > ${source}`),
    )
  expect(broken).toEqual([])
})
