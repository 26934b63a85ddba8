// What the server found out about a project's site: whether a preview can show it live, and the sentences that say so.
import { defineCall } from './call.ts'
import type { PreviewCheck } from './responses/projects.ts'

/** Checks it now. */
export const checkPreview = defineCall('POST', '/api/portfolio/:id/preview-check')

/** What was found, and the sentence that says so. */
export const previewReasons = {
  // Of `forbidden`.
  'x-frame-options': 'It responds with {detail}.',
  'frame-ancestors': 'It responds with {detail}.',
  // Of `dead`; a certificate that browsers may complete by themselves also of `unknown`.
  'no-host': 'Its host name does not exist.',
  'no-connection': 'Its server does not accept connections.',
  timeout: 'It did not respond within 5 seconds.',
  certificate: 'Browsers do not accept its certificate.',
  status: 'It responds with {detail}.',
  // Of `unencrypted`.
  http: 'It is served, or redirects, without encryption.',
  // Of `unknown`.
  'private-address': 'It is not at a public IP address.',
  port: 'It is not at a port of http or https.',
  redirects: 'It redirects more than three times, or to something that is no web page.',
  blocked: 'It responds to this server with {detail}, which visitors may not get.',
  unreadable: 'Its response cannot be read.',
  // Of `unchecked`.
  'no-network': 'This server has no way to the internet, or no DNS.',
} as const
export type PreviewReason = keyof typeof previewReasons

const statuses: Record<string, string> = {
  '204': 'No Content',
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not Found',
  '410': 'Gone',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '502': 'Bad Gateway',
  '503': 'Service Unavailable',
  '504': 'Gateway Timeout',
}

/** One sentence; empty for a site that can be shown, and for one that was not checked yet. */
export function reasonOf({
  state,
  reason,
  detail,
}: Pick<PreviewCheck, 'state' | 'reason' | 'detail'>): string {
  if (reason === null) return ''
  if (reason === 'certificate' && state !== 'dead')
    return 'Its certificate is incomplete: some browsers show it, others do not.'
  const found = [detail, statuses[detail ?? '']].filter(Boolean).join(' ')
  return previewReasons[reason].replace('{detail}', () => found)
}
