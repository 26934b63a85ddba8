// "About this project": a column next to the frame, or a sheet over it where there is no space.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AboutPart } from '../../../contract/portfolio.ts'
import type {
  MoreImage,
  Neighbour,
  PortfolioItem,
  ProjectAbout,
} from '../../../contract/responses/projects.ts'
import type { Word } from '../../../contract/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '../../ui/icons.tsx'
import * as layout from '../../ui/layout.module.css'
import { Picture } from '../../ui/picture.tsx'
import { classes, compact } from '../../ui/styles.ts'
import { OpenIcon, PanelIcon } from '../../ui/tool-icons.tsx'
import { useWords } from '../../ui/words.tsx'
import { imageProps } from '../gallery/project-card.tsx'
import { clickProps } from '../visits.ts'
import * as styles from './about-project.module.css'

const title: Word = 'About this project'
const panelId = 'about-project'

/** @param id of the project for which the click counts, where it does */
export function LiveSiteLink(link: { className: string; id: string | undefined; url: string }) {
  const t = useWords()
  if (!URL.canParse(link.url)) return null
  return (
    <a
      className={link.className}
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      {...clickProps(link.id)}
    >
      {t('Open live site')} <OpenIcon size="s" />
    </a>
  )
}

type Toggle = { isOpen: boolean; onToggle: () => void; ref: RefObject<HTMLButtonElement | null> }

export function AboutToggle({ isOpen, onToggle, ref }: Toggle) {
  const t = useWords()
  return (
    <Button
      ref={ref}
      variant="secondary"
      size="sm"
      className={classes(styles.toggle, layout.needsScript)}
      aria-label={t(title)}
      aria-expanded={isOpen}
      aria-controls={panelId}
      title={t(title)}
      onClick={onToggle}
    >
      <PanelIcon />
      <span>{t(title)}</span>
    </Button>
  )
}

type Props = {
  about: ProjectAbout
  images: readonly MoreImage[] | undefined
  id: string | undefined
  neighbours: PortfolioItem['neighbours']
  /** Of the live site. */
  url: string
  isOpen: boolean
  onClose: () => void
}

/** In the HTML also while it is closed: search engines, readers without scripts and paper have its text. */
export function AboutProject({ about, images, id, neighbours, url, isOpen, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null)
  const t = useWords()
  useEffect(() => {
    if (isOpen) close.current?.focus({ preventScroll: true })
  }, [isOpen])

  return (
    <aside className={styles.panel} id={panelId} aria-label={t(title)} hidden={!isOpen}>
      <header className={`${layout.row} ${styles.head}`}>
        <h2>{t(title)}</h2>
        <IconButton ref={close} label={t('Close')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keyboard */}
      <section className={`${layout.stack} ${styles.content}`} tabIndex={0} aria-label={t('Details')}>
        <AboutTexts about={about} />
        {images && <AboutImages images={images} />}
        <LiveSiteLink className={`${layout.row} ${styles.live}`} id={id} url={url} />
      </section>
      {(neighbours?.previous || neighbours?.next) && (
        <nav className={styles.steps} aria-label={t('Projects')}>
          {neighbours.previous && <Step kind="Previous" to={neighbours.previous} />}
          {neighbours.next && <Step kind="Next" to={neighbours.next} />}
        </nav>
      )}
    </aside>
  )
}

type Fact = Exclude<AboutPart, 'summary' | 'outcome'>

/** In this order. Not the labels of the contract, which would load its schemas here. */
const factNames: Record<Fact, Word> = { role: 'Role', year: 'Year', client: 'Client', tools: 'Tools' }

function AboutTexts({ about: { summary, outcome, ...about } }: { about: ProjectAbout }) {
  const t = useWords()
  const facts = Object.entries(factNames)
    .map(([part, name]) => [t(name), about[part as Fact]])
    .filter(([, text]) => text)
  return (
    <>
      {summary && <p className={styles.summary}>{summary}</p>}
      {facts.length > 0 && (
        <dl className={layout.facts}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {outcome && (
        <div>
          <h3 className={styles.subhead}>{t('Outcome')}</h3>
          <p className={styles.outcome}>{outcome}</p>
        </div>
      )}
    </>
  )
}

/** In place of this step of the history: Close still leads to where the first preview was opened. */
function Step({ kind, to: { id, name } }: { kind: 'Previous' | 'Next'; to: Neighbour }) {
  return (
    <Link className={classes(layout.row, kind === 'Next' && styles.next)} to={`/portfolio/${id}`} replace>
      {kind === 'Previous' && <ArrowLeftIcon />}
      <span>
        <small>{useWords()(kind)}</small> <b className={layout.truncate}>{name}</b>
      </span>
      {kind === 'Next' && <ArrowRightIcon />}
    </Link>
  )
}

/** The first one wide, the others in pairs; each opens large. They are not fetched while the panel is closed. */
function AboutImages({ images }: { images: readonly MoreImage[] }) {
  const t = useWords()
  return (
    <ul className={styles.images}>
      {images.map(({ id, src, alt }, at) => (
        <li key={id}>
          <a href={src} target="_blank" rel="noopener noreferrer">
            <Picture
              {...imageProps(src)}
              sizes={at === 0 ? '(width > 60em) 364px, 92vw' : '(width > 60em) 176px, 45vw'}
              alt={alt || t('Image {number}', { number: at + 1 })}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** `coversStage`: it is a sheet over the frame and the notice, which are inert then. */
export function useAboutPanel() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const onEscape = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onEscape()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  return {
    isOpen,
    coversStage: isOpen && matchMedia(compact).matches,
    close,
    toggle: { isOpen, ref: button, onToggle: () => (isOpen ? close() : setOpen(true)) },
  }
}
