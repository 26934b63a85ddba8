// What every email carries of the brand: its name, and its mark as a small image.
import type { AppContext } from '../context.ts'
import type { Letterhead } from '../mail/layout.ts'
import { squarePng } from './mark.ts'

/** Pixels: shown at 40, on screens with up to three pixels to one. */
const side = 120

/** Of the site as it is published at this moment. */
export async function letterheadOf(context: AppContext): Promise<Letterhead> {
  const { site, config, log } = context
  const { book, content, t } = await site.current()
  const logo = await book
    .file('email', () => squarePng(book, context, side))
    .catch((error) => {
      // The email matters more than its image.
      log.warn({ event: 'mail.logo-missing', err: error }, 'the logo of emails could not be drawn')
      return null
    })
  const { name, language } = content
  const sender = { brand: name.brand, publicUrl: config.publicUrl, language: language.chosen, t }
  const { inEmails: marker, onInk: darkMarker } = book.marker
  return { ...sender, marker, darkMarker, logo }
}
