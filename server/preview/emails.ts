// The email to the owner about links of projects that are dead.
import { reasonOf } from '../../contract/preview-words.ts'
import type { EmailKind } from '../mail/email-kinds.ts'
import { layOut } from '../mail/layout.ts'
import { toldDeadLinks } from './dead-links.ts'

/** More are only counted. */
const maxListed = 50

export const deadLinkEmails = {
  'dead-links': {
    /** Of those that it was queued for, with the reasons of that moment; nothing is sent once they all are alive. */
    async render(context, row) {
      if (!context.config.previewCheck) return null
      const links = await toldDeadLinks(context, row.created_at)
      if (links.length === 0) return null
      const brand = await context.site.brandName()
      const one = links.length === 1
      const rest = links.length - maxListed
      return layOut(
        one
          ? `A project of ${brand} does not respond`
          : `${links.length} projects of ${brand} do not respond`,
        [
          `The ${one ? 'site of this project was' : 'sites of these projects were'} found dead twice. Visitors see ${one ? 'its image' : 'their images'} instead. You get no further email about ${one ? 'it until it has' : 'one of them until it has'} responded again.`,
          {
            text: links
              .slice(0, maxListed)
              .map((link) => `${link.name}: ${reasonOf(link)}\n${link.url}`)
              .join('\n'),
          },
          ...(rest > 0 ? [`And ${rest} more.`] : []),
          'The dashboard lists them, and checks one again at any time:',
          { link: `${context.config.publicUrl}/dashboard` },
        ],
      )
    },
  },
} satisfies Record<string, EmailKind>
