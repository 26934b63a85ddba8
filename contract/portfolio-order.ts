// The owner's order of projects, and which of them are featured.
import * as z from 'zod/mini'
import type { Call } from './call.ts'

/** `above` and `below` another project; the other three need none. */
const moves = ['up', 'down', 'top', 'above', 'below'] as const

/** Moves a project in the owner's order of all projects, drafts among them. */
export const moveItem = {
  method: 'POST',
  path: '/api/portfolio/:id/move',
  body: z
    .object({
      to: z.enum(moves, 'Choose where to move it.'),
      /** The id of the other project. */
      other: z.optional(z.string().check(z.maxLength(64))),
    })
    .check(
      z.refine(({ to, other }) => (to === 'above' || to === 'below') === (other !== undefined), {
        error: 'Name the other project for a move above or below it, and only then.',
        path: ['other'],
      }),
    ),
} as const satisfies Call

/** A featured project gets a large tile in the gallery. */
export const featureItem = {
  method: 'POST',
  path: '/api/portfolio/:id/feature',
  body: z.object({ featured: z.boolean('Choose whether it is featured.') }),
} as const satisfies Call
