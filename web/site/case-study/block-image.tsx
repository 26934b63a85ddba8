// A picture of a case study on its plate.
import { imageSources, imageUrl } from '../../../contract/images.ts'
import { Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { imageProps } from '../gallery/project-card.tsx'
import * as styles from './case-study.module.css'

/** What the browser is told of its width, by its place on the page. */
export const wide = '(width >= 90em) 1310px, (width > 60em) 91vw, 88vw'
export const half = '(width >= 90em) 644px, (width > 60em) 45vw, 88vw'
/** One of two or three side by side, on a phone of two; there the first of an odd number is `half`. */
export const small = '(width >= 90em) 644px, 45vw'

/**
 * For style sheets that crop: upright and square pictures are whole, such as posters. Of what is higher still, such as the
 * screenshot of a phone, the top is shown.
 */
export function uprightShape(image: string): object | undefined {
  const { width = 1, height = 0 } = imageSources(imageUrl(image, 'cover')) ?? {}
  return width > height ? undefined : { '--shape': Math.max(width / height, 2 / 3) }
}

/** Nothing where no image is chosen yet. */
export function BlockImage({ image, alt, sizes }: { image: string; alt: string; sizes: string }) {
  const src = imageUrl(image, 'cover')
  if (!src) return null
  return (
    <div className={`${styles.plate} ${ui.edged}`} style={uprightShape(image)}>
      <Picture {...imageProps(src)} sizes={sizes} alt={alt} />
    </div>
  )
}
