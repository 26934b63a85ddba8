// Nothing at module level may pass from one request, or one app, to the next: every module of the server and of the
// pages is parsed, and what could hold such state is either not there or listed here with its reason.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const inTheBrowser = 'written in effects and event handlers only, which do not run on the server'

/** File and name, and why it may stay. */
const allowed: Record<string, string> = {
  'web/alerts.tsx flashed': inTheBrowser,
  'web/drafts.ts drafts': inTheBrowser,
  'web/queries.tsx tabClient':
    'the client of a browser tab; the server takes another branch and leaves it null',
  'web/session.tsx session': inTheBrowser,
  'web/session.tsx underway': inTheBrowser,
  'web/session.tsx changes': inTheBrowser,
  'web/session.tsx listeners': inTheBrowser,
  'web/site-part.ts isOutdated': inTheBrowser,
  'web/site-part.ts parts': 'written by loaders of the browser only',
  'web/ui/toast-place.tsx Toasts': inTheBrowser,
  'web/ui/toast-place.tsx tellPlace': inTheBrowser,
  'web/ui/toast.tsx toasts': inTheBrowser,
  'web/ui/toast.tsx nextId': inTheBrowser,
  'web/ui/toast.tsx listeners': inTheBrowser,
  'server/main.ts config': 'what the one server of this process was started with',
  'server/cli/admin.ts config': 'what the one command of this process was started with',
  'server/main.ts shutdown': 'the end of the one server of this process',
  'server/db/time-limit.ts storage': 'an AsyncLocalStorage holds a value for each request',
  'contract/password-strength.ts estimator': 'holds word lists; what is checked does not change it',
}

/** What can be made at module level because nothing changes it afterwards. */
const unchanging = new Set([
  'Hono',
  'RegExp',
  'URL',
  'Error',
  'TextEncoder',
  'TextDecoder',
  'DateTimeFormat',
  'ListFormat',
  'Segmenter',
  'NumberFormat',
])
const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])
const mutators = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|length)$/

// biome-ignore lint/suspicious/noExplicitAny: nodes of ESTree, of which only the properties used below are known
type Node = any

interface Binding {
  name: string
  kind: string
  init: Node | null
}

function bindingsOf(program: Node): Binding[] {
  return program.body
    .map((node: Node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((node: Node) => node?.type === 'VariableDeclaration' && !node.declare)
    .flatMap(({ kind, declarations }: Node) =>
      declarations.map(({ id, init }: Node) => ({ name: id.name ?? '(pattern)', kind, init: bare(init) })),
    )
}

/** Without `as`, `satisfies` and parentheses. */
function bare(node: Node): Node {
  return node?.expression && /^(TS|Parenthesized)/.test(node.type) ? bare(node.expression) : node
}

/** Names that anything in the file assigns to, changes a member of, or calls a changing method of. */
function changedNames(program: Node): Set<string> {
  const changed = new Set<string>()
  const rootOf = (node: Node): string | undefined =>
    node?.type === 'MemberExpression' ? rootOf(node.object) : node?.name
  const visit = (node: Node) => {
    if (node?.type === 'AssignmentExpression') changed.add(rootOf(node.left) ?? '')
    if (node?.type === 'UpdateExpression') changed.add(rootOf(node.argument) ?? '')
    if (node?.type === 'UnaryExpression' && node.operator === 'delete')
      changed.add(rootOf(node.argument) ?? '')
    if (node?.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { object, property } = node.callee
      if (mutators.test(property.name ?? '')) changed.add(rootOf(object) ?? '')
      if (object.name === 'Object' && property.name === 'assign') changed.add(rootOf(node.arguments[0]) ?? '')
    }
    for (const child of Object.values(node ?? {}))
      if (Array.isArray(child)) for (const one of child) typeof one === 'object' && visit(one)
      else if (typeof child === 'object') visit(child)
  }
  visit(program)
  return changed
}

/** What of a module could carry something from one request to the next. */
function stateOf(code: string, path: string): string[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const changed = changedNames(program)
  const found = bindingsOf(program).filter(({ name, kind, init }) => {
    if (kind !== 'const' || changed.has(name)) return true
    if (init?.type !== 'NewExpression') {
      // A global or sticky expression remembers where it stopped, unless only matchAll and replace use it.
      const remembers = init?.regex && /[gy]/.test(init.regex.flags)
      return remembers && new RegExp(`\\b${name}\\.(test|exec)\\(`).test(code)
    }
    const made = init.callee.property?.name ?? init.callee.name
    return !unchanging.has(made) && !collections.has(made)
  })
  const imported = program.body
    .filter((node: Node) => node.type === 'ImportDeclaration')
    .flatMap((node: Node) => node.specifiers.map(({ local }: Node) => local.name))
    .filter((name: string) => changed.has(name))
  return [...found.map(({ name }) => name), ...imported.map((name: string) => `${name} (imported)`)]
}

const files = ['server', 'web', 'contract', 'content'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

describe('state at module level', () => {
  test('is nowhere but where a reason is given', () => {
    const found = files.flatMap((file) =>
      stateOf(readFileSync(join(root, file), 'utf8'), file).map((name) => `${file} ${name}`),
    )
    expect(found.sort()).toEqual(Object.keys(allowed).sort())
  })

  test.each([
    ['let last = 0', ['last']],
    ['export let last: number', ['last']],
    [
      'const seen = new Map<string, number>(); export const see = (key: string) => seen.set(key, 1)',
      ['seen'],
    ],
    ['const list: string[] = []; export function f() { list.push("x") }', ['list']],
    ['export const state = { stopping: false }; export function f() { state.stopping = true }', ['state']],
    ['import { state } from "./x.ts"; state.stopping = true', ['state (imported)']],
    ['const client = new QueryClient()', ['client']],
    ['const cache = {} as Record<string, string>; const f = (k: string) => { cache[k] = "x" }', ['cache']],
    ['const word = /x/g; export const f = (text: string) => word.test(text)', ['word']],
    ['const known: ReadonlySet<string> = new Set(["a"]); const f = (x: string) => known.has(x)', []],
    ['const word = /x/g; export const f = (text: string) => text.replace(word, "")', []],
    ['export const app = new Hono().get("/", (c) => c.text(""))', []],
    ['export function f() { let own = 0; const mine = new Map(); mine.set(own++, 1) }', []],
  ])('is found in %s', (code, names) => {
    expect(stateOf(code, 'x.ts')).toEqual(names)
  })
})
