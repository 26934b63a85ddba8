// Webhooks: where the server reports new messages to, for admins.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { urlLength } from './limits.ts'

export type { Webhook } from './responses/dashboard.ts'

/** Of the whole site. */
export const maxWebhooks = 10

export const listWebhooks = { method: 'GET', path: '/api/settings/webhooks' } as const satisfies Call

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
  statuses: [201],
} as const satisfies Call

export const deleteWebhook = { method: 'DELETE', path: '/api/settings/webhooks/:id' } as const satisfies Call

/** Sends a test now. One that is delivered switches the webhook on again, and what waits for it is sent. */
export const testWebhook = { method: 'POST', path: '/api/settings/webhooks/:id/test' } as const satisfies Call

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  return protocol === 'https:' && port === '' && !username && !password && hostname.includes('.')
}
