// Nothing at module level may pass from one request, or one app, to the next. Tests share the modules of a worker, too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
  'web/session.tsx tabAccount': 'null on the server, which has no storage of a tab',
  'web/session.tsx listeners': inTheBrowser,
  'web/session.tsx atLogOut': inTheBrowser,
  'web/site-part.ts isOutdated': inTheBrowser,
  'web/site-part.ts parts': 'written by loaders of the browser only',
  'web/ui/toast.tsx toasts': inTheBrowser,
  'web/ui/toast.tsx nextId': inTheBrowser,
  'web/ui/toast.tsx listeners': inTheBrowser,
  'web/ui/toast.tsx places': inTheBrowser,
  'server/main.ts config': 'what the one server of this process was started with',
  'server/cli/admin.ts config': 'what the one command of this process was started with',
  'server/cli/doctor.ts config': 'what the one command of this process was started with',
  'server/cli/doctor.ts isWell': 'what the one command of this process has found',
  'server/main.ts shutdown': 'the end of the one server of this process',
  'server/db/time-limit.ts storage': 'an AsyncLocalStorage holds a value for each request',
  'contract/password-strength.ts estimator': 'holds word lists; what is checked does not change it',
}

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
  const found = ['server', 'web', 'contract', 'content'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .flatMap((name) => {
        const code = readFileSync(join(root, folder, name), 'utf8')
        return [...code.matchAll(declaration)]
          .filter(([, ...declared]) => holdsState(code, ...declared))
          .map(([, , declared]) => `${folder}/${name} ${declared}`)
      }),
  )
  expect(found.filter((one) => !(one in allowed))).toEqual([])
})
