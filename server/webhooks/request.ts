// One call of a webhook, signed as Standard Webhooks says: over a guarded request.
import { createHmac } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { OutboundError, type OutboundReason, requestOutside } from '../http/outbound.ts'

/** Milliseconds for all of it, the name's resolution included. */
const timeout = 5_000

export interface WebhookCall {
  url: string
  /** In base64. */
  secret: string
  /** The same however often it is sent. */
  id: string
  body: string
}

export type CallOutcome =
  | { isDelivered: true }
  /** `isOwn`: this server has no network, which says nothing about the webhook. */
  | { isDelivered: false; reason: string; isOwn: boolean }

/** What went wrong, in a few words. */
const reasons: Partial<Record<OutboundReason, string>> = {
  'no-host': 'the host does not exist',
  'no-connection': 'no connection',
  'no-network': 'this server has no network',
  'private-address': 'not a public address',
  certificate: 'its certificate is not valid',
  'incomplete-certificate': 'its certificate is not complete',
  timeout: `no response within ${timeout / 1000} s`,
  unreadable: 'its response could not be read',
}

/** Sends it once. Redirects are not followed; of the response only the status counts. */
export async function callWebhook(
  context: Pick<AppContext, 'network' | 'now'>,
  { url, secret, id, body }: WebhookCall,
  stop?: AbortSignal,
): Promise<CallOutcome> {
  const timestamp = String(Math.floor(context.now().getTime() / 1000))
  const limit = AbortSignal.timeout(timeout)
  try {
    const { status } = await requestOutside(context.network, new URL(url), {
      signal: stop ? AbortSignal.any([limit, stop]) : limit,
      body,
      headers: {
        'user-agent': 'Portfolio-Webhook/1',
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature(secret, id, timestamp, body)}`,
      },
    })
    if (status >= 200 && status < 300) return { isDelivered: true }
    return { isDelivered: false, reason: `status ${status}`, isOwn: false }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isOwn = error.reason === 'no-network'
    return { isDelivered: false, reason: reasons[error.reason] ?? 'no connection', isOwn }
  }
}

function signature(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
}
