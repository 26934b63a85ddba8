// From the folder of an image, as rows store it, to the URL that the API sends.
import { avatarWidths, coverWidths, widthsFor } from '../../contract/images.ts'

const steps = { cover: coverWidths, avatar: avatarWidths }

/**
 * @param folder `<random>-<width>x<height>` with the size of the original in pixels, or null.
 * @returns the URL of the widest file; contract/images.ts derives the others from it.
 */
export function imageUrl(folder: string | null, kind: keyof typeof steps): string | null {
  const width = folder ? Number(/-(\d+)x\d+$/.exec(folder)?.[1]) : Number.NaN
  return Number.isNaN(width) ? null : `/uploads/${folder}/${widthsFor(width, steps[kind]).at(-1)}.webp`
}
