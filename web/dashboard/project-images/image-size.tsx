// Whether an image has the pixels in which it is sharp wherever it is shown. A smaller one is taken, with a warning.

import * as ui from '../../ui/primitives.module.css'
import * as styles from './project-images.module.css'

export interface ImageSize {
  /** Pixels. */
  width: number
  height: number
}

/** Where only the width matters, the height is missing. */
export type SharpSize = Pick<ImageSize, 'width'> & Partial<ImageSize>

export function isSmall(image: ImageSize, sharp: SharpSize): boolean {
  return image.width < sharp.width || image.height < (sharp.height ?? 0)
}

/** "1280 × 960 px", or "1280 px wide". */
export function sizeText({ width, height }: SharpSize): string {
  return height === undefined ? `${width} px wide` : `${width} × ${height} px`
}

interface Props {
  /** Undefined while there is none, or it is not known. */
  image: ImageSize | undefined
  sharp: SharpSize
}

export function SmallImageNote({ image, sharp }: Props) {
  return (
    <div className={`${ui.stack} ${ui.awayIfEmpty} ${styles.note}`} role="status">
      {image && isSmall(image, sharp) && <p className={ui.hint}>{smallText('This image', image, sharp)}</p>}
    </div>
  )
}

export const smallText = (what: string, image: ImageSize, sharp: SharpSize) =>
  `${what} is ${sizeText(image)} and may look blurred. From ${sizeText(sharp)} on it is sharp on every screen.`
