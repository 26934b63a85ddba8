// Client links: each shows one project, also a draft, to whoever has it. Made and revoked by admins.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { passwordMax, passwordMin } from './limits.ts'
import type { Project } from './responses/projects.ts'
import { optionalLine } from './text.ts'

/** Days after which a link may expire. */
export const clientLinkDays = [1, 7, 14, 30, 90] as const
export const defaultClientLinkDays = 14
/** Of one project, expired ones among them. */
export const maxClientLinks = 20
const clientLinkNameLength = 60

/** What the page of a link shows. */
export interface SharedProject {
  /** When the link expires. */
  until: string
  /** Null until the passphrase was entered. */
  project: Project | null
}

const badDays = `Choose ${clientLinkDays.slice(0, -1).join(', ')} or ${clientLinkDays.at(-1)} days.`
const tooShort = `Passphrase must have at least ${passwordMin} characters.`
const tooLong = `Passphrase must be at most ${passwordMax} characters.`

/** Trimmed: it is often pasted from a message. */
const typed = z.string('Passphrase is required.').check(
  z.maxLength(passwordMax * 4, { error: tooLong, abort: true }),
  // Trimmed it would be none, and the link open to all.
  z.refine((text) => text === '' || text.trim() !== '', {
    error: 'Passphrase must not be blank.',
    abort: true,
  }),
  z.overwrite((text) => text.trim()),
  z.maxLength(passwordMax, tooLong),
)

/** Those of one project, the newest first. */
export const listClientLinks = defineCall('GET', '/api/portfolio/:id/client-links')

/** The URL is in no other response: only a hash of its token is stored. */
export const createClientLink = defineCall('POST', '/api/portfolio/:id/client-links', {
  body: z.object({
    /** Who it is for. Visitors do not see it. */
    name: optionalLine('Name', clientLinkNameLength),
    /** 1, 7, 14, 30 or 90: until it expires. */
    days: z.prefault(
      z.int(badDays).check(z.refine((days) => clientLinkDays.some((one) => one === days), badDays)),
      defaultClientLinkDays,
    ),
    /** Asked for before anything is shown; empty for none. */
    passphrase: z.prefault(
      typed.check(z.refine((text) => text === '' || text.length >= passwordMin, tooShort)),
      '',
    ),
  }),
  statuses: [201],
})

/** It stops working at once. Also removes one that has expired. */
export const revokeClientLink = defineCall('DELETE', '/api/client-links/:id')

/** Sets the cookie with which the page of the link shows its project. The token is the last part of the link. */
export const openClientLink = defineCall('POST', '/api/client-links/open', {
  body: z.object({
    token: z.string('Token is required.').check(z.maxLength(200, 'This link does not work.')),
    passphrase: typed.check(z.minLength(1, 'Passphrase is required.')),
  }),
})
