// The JSON of every call's success, by the method and the path of the call. A text is a CSV file.
import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import * as accounts from './responses/accounts.ts'
import * as dashboard from './responses/dashboard.ts'
import * as done from './responses/done.ts'
import * as messages from './responses/messages.ts'
import * as projects from './responses/projects.ts'
import * as site from './responses/site.ts'
import { siteContent } from './site.ts'

export const responses = {
  ...accounts.accountResponses,
  ...dashboard.dashboardResponses,
  ...messages.messageResponses,
  ...projects.projectResponses,
  ...site.siteResponses,
}

/** What responses are made of, by name. */
export const namedParts: Record<string, unknown> = {
  ...{ ...accounts, ...dashboard, ...done, ...messages, ...projects, ...site },
  siteContent,
}

export function responseOf({ method, path }: Call): z.core.$ZodType {
  const response = (responses as Record<string, z.core.$ZodType>)[`${method} ${path}`]
  if (!response) throw new Error(`the response of ${method} ${path} is not in the contract`)
  return response
}
