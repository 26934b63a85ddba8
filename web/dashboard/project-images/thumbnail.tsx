// The small image of a project: 'No Image' where there is none, a placeholder where it is broken.

import { imageSources } from '../../../contract/images.ts'
import * as layout from '../../ui/layout.module.css'
import { Picture } from '../../ui/picture.tsx'
import type { FocalPoint } from '../../ui/styles.ts'
import * as styles from './project-images.module.css'

export function Thumbnail({ src, focal }: { src: string | null; focal: FocalPoint }) {
  if (!src)
    return (
      <div className={`${layout.center} ${styles.none}`}>
        <span>No Image</span>
      </div>
    )
  return (
    <Picture
      src={src}
      srcSet={imageSources(src)?.webp}
      sizes="72px"
      alt=""
      width={72}
      height={54}
      className={styles.image}
      focal={focal}
      fallback={
        <img className={styles.image} src="/pictures/placeholder.svg" alt="" width={72} height={54} />
      }
    />
  )
}
