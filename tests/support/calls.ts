// Every call of the contract.
import * as accessTokens from '../../contract/access-tokens.ts'
import * as account from '../../contract/account.ts'
import * as audit from '../../contract/audit.ts'
import type { Call } from '../../contract/call.ts'
import * as clientLinks from '../../contract/client-links.ts'
import * as counts from '../../contract/counts.ts'
import * as dashboardHome from '../../contract/dashboard-home.ts'
import * as contacts from '../../contract/messages.ts'
import * as openapi from '../../contract/openapi.ts'
import * as passwords from '../../contract/passwords.ts'
import * as portfolio from '../../contract/portfolio.ts'
import * as previewCheck from '../../contract/preview-check.ts'
import * as projectImages from '../../contract/project-images.ts'
import * as retention from '../../contract/retention.ts'
import * as savedReplies from '../../contract/saved-replies.ts'
import * as session from '../../contract/session.ts'
import * as settings from '../../contract/settings.ts'
import * as signIn from '../../contract/sign-in.ts'
import * as site from '../../contract/site-calls.ts'
import * as users from '../../contract/users.ts'
import * as webhooks from '../../contract/webhooks.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const calls = [
  accessTokens,
  account,
  audit,
  clientLinks,
  contacts,
  counts,
  dashboardHome,
  openapi,
  passwords,
  portfolio,
  previewCheck,
  projectImages,
  retention,
  savedReplies,
  session,
  settings,
  signIn,
  site,
  users,
  webhooks,
].flatMap((subject) => Object.values(subject).filter(isCall))

export const key = (call: Call) => `${call.method} ${call.path}`

/** Its path with a value for each parameter. */
export const pathOf = (call: Call, parameter = 'x') => call.path.replace(/:\w+/g, parameter)
