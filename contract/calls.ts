// Every call of the contract by what it is about, and its response. No page loads this file.
import type * as z from 'zod/mini'
import * as account from './account.ts'
import { type Call, defineCall } from './call.ts'
import * as caseStudy from './case-study.ts'
import * as clientLinks from './client-links.ts'
import * as dashboard from './dashboard.ts'
import * as messages from './messages.ts'
import * as portfolio from './portfolio.ts'
import * as previewCheck from './preview-check.ts'
import * as accountParts from './responses/accounts.ts'
import * as dashboardParts from './responses/dashboard.ts'
import * as commonParts from './responses/done.ts'
import * as messageParts from './responses/messages.ts'
import * as projectParts from './responses/projects.ts'
import * as siteParts from './responses/site.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as setup from './setup.ts'
import { siteContent } from './site.ts'
import * as siteCalls from './site-calls.ts'
import * as uploads from './uploads.ts'

/** The description of the API as an OpenAPI 3.1 document. */
export const readApiDescription = defineCall('GET', '/api/openapi.json')

const subjects = {
  Account: { ...session, ...account, ...setup },
  Projects: { ...portfolio, ...caseStudy, ...previewCheck },
  'Client links': clientLinks,
  Messages: messages,
  'Site editor': siteCalls,
  Uploads: uploads,
  Dashboard: dashboard,
  Settings: settings,
  API: { readApiDescription },
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

/** The JSON of each call's success, by the method and the path of the call, where it is not `done`. A text is a CSV file. */
export const responses = {
  ...accountParts.accountResponses,
  ...dashboardParts.dashboardResponses,
  ...messageParts.messageResponses,
  ...projectParts.projectResponses,
  ...siteParts.siteResponses,
}

/** What responses are made of, by name. */
export const namedParts: Record<string, unknown> = {
  ...{ ...accountParts, ...dashboardParts, ...commonParts, ...messageParts, ...projectParts, ...siteParts },
  siteContent,
}

export function responseOf({ method, path }: Call): z.core.$ZodType {
  return (responses as Record<string, z.core.$ZodType>)[`${method} ${path}`] ?? commonParts.done
}
