// What the server found out about a project's site: whether a preview can show it live, and the sentences that say so.
import { defineCall } from './call.ts'
import type { PreviewCheck } from './responses/projects.ts'

/** Checks it now. */
export const checkPreview = defineCall('POST', '/api/portfolio/:id/preview-check')

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
  const status = [detail, statuses[detail ?? '']].filter(Boolean).join(' ')
  switch (reason) {
    case 'x-frame-options':
    case 'frame-ancestors':
      return `It responds with ${detail}.`
    case 'no-host':
      return 'Its host name does not exist.'
    case 'no-connection':
      return 'Its server does not accept connections.'
    case 'timeout':
      return 'It did not respond within 5 seconds.'
    case 'certificate':
      return state === 'dead'
        ? 'Browsers do not accept its certificate.'
        : 'Its certificate is incomplete: some browsers show it, others do not.'
    case 'status':
      return `It responds with ${status}.`
    case 'http':
      return 'It is served, or redirects, without encryption.'
    case 'private-address':
      return 'It is not at a public IP address.'
    case 'port':
      return 'It is not at a port of http or https.'
    case 'redirects':
      return 'It redirects more than three times, or to something that is no web page.'
    case 'blocked':
      return `It responds to this server with ${status}, which visitors may not get.`
    case 'unreadable':
      return 'Its response cannot be read.'
    case 'no-network':
      return 'This server has no way to the internet, or no DNS.'
    case null:
      return ''
  }
}
