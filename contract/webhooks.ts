// Webhooks: where the server reports new messages to, for admins.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { urlLength } from './limits.ts'

/** Of the whole site. */
export const maxWebhooks = 10

export interface Webhook {
  id: string
  url: string
  /** The admin's name. */
  createdBy: string
  createdAt: string
  /** When it was last called, and what came of it; null until then. */
  last: WebhookOutcome | null
  /** Calls in a row that failed. */
  failures: number
  /** When it was switched off, because every call failed for five days; null while it is on. */
  disabledAt: string | null
}

export interface WebhookOutcome {
  at: string
  isDelivered: boolean
  /** Why not, in a few words. */
  reason: string | null
}

export const listWebhooks = {
  method: 'GET',
  path: '/api/settings/webhooks',
  response: responseType<{ webhooks: Webhook[] }>(),
} as const satisfies Call

const badUrl = 'Enter an https URL on a public host.'

/** Needs a recent sign-in, as messages go there. The secret is in no other response. */
export const createWebhook = {
  method: 'POST',
  path: '/api/settings/webhooks',
  body: z.object({
    /** https, on the default port, without a user name or password. */
    url: z.string(badUrl).check(
      z.maxLength(urlLength, { error: badUrl, abort: true }),
      z.overwrite((text) => text.trim()),
      z.refine(isWebhookUrl, badUrl),
    ),
  }),
  response: responseType<Done & { webhook: Webhook; secret: string }, 201>(),
} as const satisfies Call

export const deleteWebhook = {
  method: 'DELETE',
  path: '/api/settings/webhooks/:id',
  response: responseType<Done>(),
} as const satisfies Call

/** Sends a test now. One that is delivered switches the webhook on again, and what waits for it is sent. */
export const testWebhook = {
  method: 'POST',
  path: '/api/settings/webhooks/:id/test',
  response: responseType<Done & { webhook: Webhook }>(),
} as const satisfies Call

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  return protocol === 'https:' && port === '' && !username && !password && hostname.includes('.')
}
