// What the server found out about a project's site: whether a preview can show it live. The call that checks it again.
import { type Call, type Done, responseType } from './call.ts'

/**
 * `unknown`: the server cannot tell, and the frame is tried. `dead`: nothing a visitor could see.
 * `unencrypted`: browsers do not show it inside this site, which is encrypted.
 */
export type PreviewState = 'unchecked' | 'allowed' | 'forbidden' | 'dead' | 'unencrypted' | 'unknown'

export type PreviewReason =
  /** Of `forbidden`. */
  | 'x-frame-options'
  | 'frame-ancestors'
  /** Of `dead`; a certificate that browsers may complete by themselves also of `unknown`. */
  | 'no-host'
  | 'no-connection'
  | 'timeout'
  | 'certificate'
  | 'status'
  /** Of `unencrypted`. */
  | 'http'
  /** Of `unknown`. */
  | 'private-address'
  | 'port'
  | 'redirects'
  | 'blocked'
  | 'unreadable'
  /** Of `unchecked`: this server has no way to the internet. */
  | 'no-network'

/** Why a preview shows the project's image: all that visitors are told. */
export interface PreviewObstacle {
  state: 'forbidden' | 'dead' | 'unencrypted'
  reason: PreviewReason
}

/** For admins. */
export interface PreviewCheck {
  state: PreviewState
  reason: PreviewReason | null
  /** What the site responded with, such as `X-Frame-Options: DENY` or `404`. Written by the site: text only. */
  detail: string | null
  /** ISO times; `deadSince` only while it is dead. */
  checkedAt: string | null
  deadSince: string | null
}

/** A published project whose site is dead. */
export interface DeadLink {
  id: string
  name: string
  check: PreviewCheck
}

/** Checks it now. */
export const checkPreview = {
  method: 'POST',
  path: '/api/portfolio/:id/preview-check',
  response: responseType<Done & { check: PreviewCheck }>(),
} as const satisfies Call
