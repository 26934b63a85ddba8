// Every call of the contract, by what it is about.
import * as accessTokens from './access-tokens.ts'
import * as account from './account.ts'
import * as audit from './audit.ts'
import * as backups from './backups.ts'
import type { Call } from './call.ts'
import * as clientLinks from './client-links.ts'
import * as counts from './counts.ts'
import * as dashboardHome from './dashboard-home.ts'
import * as messages from './messages.ts'
import * as openapi from './openapi.ts'
import * as passwords from './passwords.ts'
import * as portfolio from './portfolio.ts'
import * as portfolioOrder from './portfolio-order.ts'
import * as previewCheck from './preview-check.ts'
import * as projectImages from './project-images.ts'
import * as retention from './retention.ts'
import * as savedReplies from './saved-replies.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as setup from './setup.ts'
import * as signIn from './sign-in.ts'
import * as site from './site-calls.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const subjects = {
  Session: { ...session, ...signIn },
  Account: { ...setup, ...account },
  Passwords: passwords,
  Projects: { ...portfolio, ...portfolioOrder, ...projectImages, ...previewCheck },
  'Client links': clientLinks,
  Messages: { ...messages, ...retention },
  'Saved replies': savedReplies,
  'Site editor': site,
  Home: dashboardHome,
  Visits: counts,
  Activity: audit,
  Users: users,
  Settings: settings,
  Backups: backups,
  'Access tokens': accessTokens,
  Webhooks: webhooks,
  API: openapi,
}

export interface NamedCall {
  /** Of its export. */
  name: string
  subject: string
  call: Call
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const namedCalls: NamedCall[] = Object.entries(subjects).flatMap(([subject, exports]) =>
  Object.entries(exports).flatMap(([name, call]) => (isCall(call) ? [{ name, subject, call }] : [])),
)
