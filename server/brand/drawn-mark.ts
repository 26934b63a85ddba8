// The mark of a brand for drawings. Of an uploaded logo only what the image worker has encoded is part of one.
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import type { BrandBook } from './brand.ts'
import type { DrawnMark } from './mark-svg.ts'

/** Colour types of PNG with transparency (PNG specification, 11.2.1), and where the type is. */
const transparentTypes = [4, 6]
const typeAt = 25

/**
 * @param side pixels that an uploaded logo takes in the drawing
 * @throws Problem 'unavailable' while it cannot be read, where it is damaged, or when the image worker ended
 */
export async function drawnMark(
  book: BrandBook,
  { uploads, images }: Pick<AppContext, 'uploads' | 'images'>,
  side: number,
): Promise<DrawnMark> {
  const mark = await book.mark()
  const [, folder, file] = /^\/uploads\/([^/]+)\/([^/]+)$/.exec(mark.image ?? '') ?? []
  if (!folder || !file) return mark
  const stored = await uploads.read(folder, file)
  if (!stored) throw unreadable()
  const drawn = images.toPng(stored, Math.round(side)).catch((error) => {
    // What the image worker rejects is damaged, as after a disk was full.
    throw error instanceof Problem ? error : unreadable(error)
  })
  const png = Buffer.from(await drawn)
  return {
    ...mark,
    image: `data:image/png;base64,${png.toString('base64')}`,
    isOpaque: !transparentTypes.includes(png[typeAt] ?? 0),
  }
}

function unreadable(cause?: unknown): Problem {
  return new Problem('unavailable', 'The logo could not be read. Please try again in a moment.', {
    cause,
    retryAfter: 5,
  })
}
