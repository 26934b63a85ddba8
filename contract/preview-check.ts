// What the server found out about a project's site: whether a preview can show it live. The call that checks it again.
import type { Call } from './call.ts'

export type {
  DeadLink,
  PreviewCheck,
  PreviewObstacle,
  PreviewReason,
  PreviewState,
} from './responses/projects.ts'

/** Checks it now. */
export const checkPreview = {
  method: 'POST',
  path: '/api/portfolio/:id/preview-check',
} as const satisfies Call
