// A preview as it stands on paper: the project's image and its URL instead of a frame, which would print one screenful.
import { useBrand, useHost } from '../brand.ts'
import { Monogram } from '../monogram.tsx'
import * as paper from '../ui/paper.module.css'
import { Picture } from '../ui/picture.tsx'
import * as styles from './preview-print.module.css'
import { imageProps } from './project-card.tsx'

/** The head of a printed page; the other pages have it in their navigation bar. */
export function PrintHead() {
  return (
    <div className={paper.only}>
      <p className={styles.head}>
        <Monogram />
        <b>{useBrand()?.name}</b>
        <span>{useHost()}</span>
      </p>
    </div>
  )
}

type Props = { name: string; image: string | null; url: string }

export function PrintedProject({ name, image, url }: Props) {
  return (
    <div className={paper.only}>
      <p className={styles.address}>{url}</p>
      <Picture {...imageProps(image)} sizes="100vw" alt={name} className={styles.image} />
    </div>
  )
}
