// What every email carries of the brand: its name, and its mark as a small image.
import type { AppContext } from '../context.ts'
import type { Letterhead } from '../mail/layout.ts'
import type { BrandBook } from './brand.ts'
import { drawnMark } from './drawn-mark.ts'
import { iconSvg, partOf } from './mark-svg.ts'
import { toPng } from './raster.ts'

/** Pixels: shown at 40, on screens with up to three pixels to one. */
const side = 120
/** The mark's part of that. */
const part = 0.65

type Needs = Pick<AppContext, 'site' | 'config' | 'log' | 'uploads' | 'images'>

export class Letterheads {
  /** One for each brand; that of a brand that is no longer published goes with it. */
  readonly #logos = new WeakMap<BrandBook, Promise<Buffer>>()

  /** Of the site as it is published at this moment. */
  async current(context: Needs): Promise<Letterhead> {
    const { site, config, log } = context
    const { book, content } = await site.current()
    const logo = await this.#logoOf(book, context).catch((error) => {
      // The email matters more than its image.
      log.warn({ event: 'mail.logo-missing', err: error }, 'the logo of emails could not be drawn')
      return null
    })
    return { brand: content.name.brand, publicUrl: config.publicUrl, marker: book.marker.inEmails, logo }
  }

  #logoOf(book: BrandBook, context: Needs): Promise<Buffer> {
    const known = this.#logos.get(book)
    if (known) return known
    const drawn = drawnMark(book, context, side).then((mark) =>
      toPng(iconSvg(mark, partOf(mark, part), book.marker.onInk), side),
    )
    this.#logos.set(book, drawn)
    drawn.catch(() => this.#logos.delete(book))
    return drawn
  }
}
