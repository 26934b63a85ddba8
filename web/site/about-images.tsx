// The images of "About this project".
import type { MoreImage } from '../../contract/responses/projects.ts'
import { Picture } from '../ui/picture.tsx'
import * as styles from './about-project.module.css'
import { imageProps } from './project-card.tsx'

/** The first one wide, the others in pairs; each opens large. They are not fetched while the panel is closed. */
export function AboutImages({ images }: { images: readonly MoreImage[] }) {
  return (
    <ul className={styles.images}>
      {images.map(({ id, src, alt }, at) => (
        <li key={id}>
          <a href={src} target="_blank" rel="noopener noreferrer">
            <Picture
              {...imageProps(src)}
              sizes={at === 0 ? '(width > 60em) 364px, 92vw' : '(width > 60em) 176px, 45vw'}
              alt={alt || `Image ${at + 1}`}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
