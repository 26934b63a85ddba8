// What pages show of the owner's brand: computed by the server from the name, drawn by the pages.
import type { Mark } from './responses/site.ts'

/** Pixels of the images that link previews show. */
export const shareImageSize = { width: 1200, height: 630 }

/** Path of the one that is drawn from the owner's name. */
export const drawnShareImage = '/pictures/og.png'

/** For URLs of icons, which browsers store for long: another one for each uploaded logo. */
export function iconKey({ image }: Mark): string {
  return image ? `?logo=${image.slice('/uploads/'.length, '/uploads/'.length + 8)}` : ''
}
