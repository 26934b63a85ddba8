// A case study as a page: title, facts, the blocks in the owner's order, the way to the live preview, and the next project.
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { factLabels, facts } from '../../../contract/case-study.ts'
import { imageUrl } from '../../../contract/images.ts'
import { projectPath } from '../../../contract/pages.ts'
import type { BlockView, NextProject, Project } from '../../../contract/responses/projects.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { DesktopIcon } from '../../ui/tool-icons.tsx'
import { useWords } from '../../ui/words.tsx'
import { cardSizes } from '../gallery/card-sizes.ts'
import * as legal from '../legal.module.css'
import { markdownElement } from '../markdown.ts'
import { PageLink } from '../preview/page-link.tsx'
import { Said } from '../said.tsx'
import { BlockImage, Comparison, half, small, Video, wide } from './blocks.tsx'
import * as styles from './case-study.module.css'

type Props = {
  project: Project
  back?: { to: string; label: string }
  previewUrl: string
}

export function CaseStudyPage({ project, back, previewUrl }: Props) {
  const t = useWords()
  const { facts = {}, caseStudy: { blocks = [], next } = {} } = project
  const preview = (
    <PageLink to={previewUrl} className={buttonClass({ size: 'lg' })}>
      <DesktopIcon />
      {t('Live preview')}
    </PageLink>
  )
  return (
    <>
      {/* No <article>, which paper does not break. */}
      <div>
        <header className={`${ui.wrap} ${styles.top}`}>
          {back && (
            <Link className={`${ui.row} ${styles.back}`} to={back.to}>
              <ArrowLeftIcon />
              <span className={ui.link}>{back.label}</span>
            </Link>
          )}
          <h1 className={ui.pageTitle}>{project.name}</h1>
          <div className={ui.grid}>
            <div className={`${ui.row} ${ui.stacked} ${styles.go}`}>{preview}</div>
            {facts.summary && <p className={styles.summary}>{facts.summary}</p>}
            <Facts values={facts} />
          </div>
        </header>
        <Blocks blocks={blocks} project={project} />
      </div>
      <div className={ui.rule} />
      <div className={`${ui.wrap} ${ui.between} ${ui.stacked} ${styles.end}`}>
        <p className={ui.lead}>{t('See it move, at any width.')}</p>
        {preview}
      </div>
      {next && <Next project={next} />}
    </>
  )
}

function Facts({ values }: { values: NonNullable<Project['facts']> }) {
  const t = useWords()
  const shown = facts.filter((fact) => fact !== 'summary').filter((fact) => values[fact])
  if (shown.length === 0) return null
  return (
    <dl className={styles.facts}>
      {shown.map((fact) => (
        <div key={fact}>
          <dt>{t(factLabels[fact])}</dt>
          <dd>{values[fact]}</dd>
        </div>
      ))}
    </dl>
  )
}

type Of<Kind extends BlockView['kind']> = Extract<BlockView, { kind: Kind }>

/** A half picture stands next to the text before it. Also of blocks that are not finished: what is missing is left out. */
function Blocks({ blocks, project }: { blocks: readonly BlockView[]; project: Project }) {
  return (
    <div className={`${ui.wrap} ${ui.stack} ${styles.blocks}`}>
      {blocks.map((block, at) => {
        const isHalf = (other?: BlockView) => other?.kind === 'picture' && other.size === 'half'
        if (isHalf(block) && blocks[at - 1]?.kind === 'text') return null
        const after = blocks[at + 1]
        const side = block.kind === 'text' && isHalf(after) ? (after as Of<'picture'>) : undefined
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        return <Block key={at} block={block} side={side} project={project} />
      })}
    </div>
  )
}

type BlockProps = { block: BlockView; side: Of<'picture'> | undefined; project: Project }

function Block({ block, side, project }: BlockProps) {
  switch (block.kind) {
    case 'text':
      return <Text block={block} side={side} />
    case 'picture':
      return <Pictures block={block} />
    case 'quote':
      return <Quote block={block} />
    case 'comparison':
      return <Comparison block={block} />
    case 'video':
      return <Video block={block} project={project} />
    case 'gallery':
      return <Gallery block={block} name={project.name} />
  }
}

type TextProps = { block: Of<'text'>; side: Of<'picture'> | undefined }

function Text({ block: { heading, text }, side }: TextProps) {
  return (
    <section className={`${ui.grid} ${side ? styles.half : styles.text}`}>
      <div className={side ? styles.side : ui.contents}>
        {heading && <h2>{heading}</h2>}
        <div className={`${ui.stack} ${ui.prose} ${legal.prose} ${styles.prose}`}>
          {text.map(markdownElement)}
        </div>
      </div>
      {side && <HalfPicture block={side} />}
    </section>
  )
}

function Pictures({ block }: { block: Of<'picture'> }) {
  const { size, pictures, caption } = block
  if (size === 'half')
    return (
      <div className={`${ui.grid} ${styles.half}`}>
        <HalfPicture block={block} />
      </div>
    )
  return (
    <figure>
      <div className={classes(size === 'pair' && ui.grid, size === 'pair' && styles.pair)}>
        {pictures.map(({ image, alt }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <BlockImage key={at} image={image} alt={alt} sizes={size === 'pair' ? half : wide} />
        ))}
      </div>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

function HalfPicture({ block: { pictures, caption } }: { block: Of<'picture'> }) {
  const [picture] = pictures
  return (
    <figure className={ui.rightHalf}>
      {picture && <BlockImage {...picture} sizes={half} />}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

function Quote({ block: { text, name, of } }: { block: Of<'quote'> }) {
  return (
    <figure className={`${ui.grid} ${styles.quote}`}>
      <blockquote>
        <Said text={text} />
      </blockquote>
      {(name || of) && (
        <figcaption>
          {name && <b>{name}</b>}
          {name && of && ', '}
          {of}
        </figcaption>
      )}
    </figure>
  )
}

/** Each opens large: in a dialog with all of them, or without scripts as the image alone. */
function Gallery({ block: { pictures, caption }, name }: { block: Of<'gallery'>; name: string }) {
  const t = useWords()
  const [opened, setOpened] = useState<number>()
  const shown = pictures.flatMap(({ image, alt }) => {
    const src = imageUrl(image, 'cover')
    return src ? [{ image, alt, src }] : []
  })
  const sizes = cardSizes(shown.map(() => ({})))
  return (
    <figure>
      <ul className={`${ui.grid} ${styles.gallery}`}>
        {shown.map(({ image, alt, src }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <li key={at} data-size={sizes[at]?.desktop}>
            <a
              href={src}
              aria-label={t('Enlarge: {name}', { name: alt })}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setOpened(at)
              }}
            >
              <BlockImage image={image} alt={alt} sizes={at === 0 && shown.length % 2 ? half : small} />
            </a>
          </li>
        ))}
      </ul>
      {caption && <figcaption>{caption}</figcaption>}
      {opened !== undefined && (
        <Enlarged title={name} images={shown} first={opened} onClose={() => setOpened(undefined)} />
      )}
    </figure>
  )
}

type EnlargedProps = {
  title: string
  images: { alt: string; src: string }[]
  first: number
  onClose: () => void
}

/** Side by side in a row that the browser scrolls, by finger, trackpad and arrow keys. */
function Enlarged({ title, images, first, onClose }: EnlargedProps) {
  const t = useWords()
  const row = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    row.current?.children[first]?.scrollIntoView()
    row.current?.focus()
  }, [first])
  const move = (by: 1 | -1) => {
    const { scrollLeft = 0, clientWidth = 1, children = [] } = row.current ?? {}
    // From right to left it is negative.
    const to = Math.round(Math.abs(scrollLeft) / clientWidth) + by
    children[(to + children.length) % children.length]?.scrollIntoView()
  }
  const controls = images.length > 1 && (
    <>
      <IconButton label={t('Previous image')} icon={<ArrowLeftIcon />} onClick={() => move(-1)} />
      <IconButton label={t('Next image')} icon={<ArrowRightIcon />} onClick={() => move(1)} />
    </>
  )
  return (
    <Dialog title={title} size="window" onClose={onClose} aside={controls}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard, in Safari only so */}
      <ul ref={row} className={`${ui.snapping} ${styles.enlarged}`} tabIndex={0} aria-label={title}>
        {images.map(({ alt, src }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <li key={at}>
            <Picture src={src} sizes="100vw" alt={alt} className={styles.large} />
            <p className={ui.hint} aria-hidden="true">
              {`${at + 1} / ${images.length} ${alt}`}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Next({ project }: { project: NextProject }) {
  const t = useWords()
  return (
    <nav className={styles.next} aria-label={t('Next project')}>
      <div className={ui.wrap}>
        <Link className={ui.grid} to={projectPath(project)}>
          <div>
            <small className={ui.hint}>{t('Next project')}</small>
            <b className={styles.name}>
              <span className={ui.flooded}>{project.name}</span>
            </b>
            <span className={buttonClass({ variant: 'secondary', size: 'sm' }, styles.view)}>
              {t('View')} <ArrowRightIcon size="s" />
            </span>
          </div>
          <figure>
            <Picture src={project.pimage} sizes={half} alt="" focal={project} className={ui.shaped} />
          </figure>
        </Link>
      </div>
    </nav>
  )
}
