// One project in the gallery: its cover, its name, and a View button that makes the whole card a link.
import { Link } from 'react-router'
import { galleryPage } from '../../../contract/limits.ts'
import { projectPath } from '../../../contract/pages.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import * as notice from '../../ui/notice.module.css'
import { Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useWords } from '../../ui/words.tsx'
import type { CardSize, CardSizes } from './card-sizes.ts'
import * as styles from './gallery.module.css'

// A phone's 88vw is a hair less than it draws, so that the 640 px file does for a screen of 1.75 pixels a point.
const desktopWidths: Record<CardSize, string> = {
  full: '(width >= 90em) 1310px, (width > 60em) 91vw',
  half: '(width >= 90em) 644px, (width > 60em) 45vw',
  third: '(width >= 90em) 422px, (width > 60em) 30vw',
  alone: '(width >= 90em) 644px, (width > 60em) 45vw',
}
const smallWidths: Record<CardSizes['tablet'], string> = {
  full: '(width > 40em) 91vw, 100vw',
  half: '(width > 40em) 45vw, 88vw',
  alone: '(width > 40em) 45vw, 88vw',
}

type CardProps = {
  project: Project
  at: number
  sizes: CardSizes
}

export function Card({ project, at, sizes: { desktop, tablet } }: CardProps) {
  const t = useWords()
  const { name } = project
  return (
    <article
      id={at > 0 && at % galleryPage === 0 ? `page-${at / galleryPage + 1}` : undefined}
      className={styles.card}
      data-desktop={desktop}
      data-tablet={tablet}
    >
      <div className={`${styles.image} ${ui.marks} ${ui.edged}`}>
        <Picture
          src={project.pimage}
          sizes={`${desktopWidths[desktop]}, ${smallWidths[tablet]}`}
          width={1200}
          height={900}
          alt={name}
          focal={project}
          isFirst={at < 2}
          className={ui.shaped}
          fallback={<Initials name={name} />}
        />
      </div>
      <div className={`${ui.cluster} ${styles.caption}`}>
        <h2>
          <span className={ui.flooded}>{name}</span>
        </h2>
        <Link
          className={`${ui.row} ${ui.outlined} ${ui.stretched} ${styles.view}`}
          to={projectPath(project)}
          aria-label={t('View {name}', { name })}
        >
          {t('View')} <ArrowRightIcon size="s" />
        </Link>
      </div>
    </article>
  )
}

export function SkeletonCards({ sizes }: { sizes: readonly CardSizes[] }) {
  return sizes.map(({ desktop, tablet }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
    <div key={at} className={styles.card} data-desktop={desktop} data-tablet={tablet} aria-hidden="true">
      <div className={`${styles.image} ${ui.edged}`}>
        <div className={`${notice.skeleton} ${ui.shaped}`} />
      </div>
      <div className={`${ui.cluster} ${styles.caption}`}>
        <div className={`${notice.skeleton} ${styles.name}`} />
      </div>
    </div>
  ))
}

/** In place of the image of a project. */
export function Initials({ name }: { name: string }) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return (
    <div className={`${ui.center} ${ui.shaped} ${styles.missing}`} role="img" aria-label={name}>
      {words
        .slice(0, 2)
        .map((word) => [...word][0]?.toUpperCase())
        .join('')}
    </div>
  )
}
