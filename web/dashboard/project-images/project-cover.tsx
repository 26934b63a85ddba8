// The cover of the project that is edited: its focal point, another image, and what its crops show.
import { useId } from 'react'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import * as field from '../../ui/field.module.css'
import { ImageRow, useObjectUrl } from '../../ui/image-input.tsx'
import { type FocalPoint, focalStyle } from '../../ui/styles.ts'
import * as typography from '../../ui/typography.module.css'
import { imageInput, type PortfolioForm } from '../projects/portfolio-fields.tsx'
import { ProjectSection } from '../projects/project-section.tsx'
import { FocalFrame, focalHint, sharpCover, useImageSize } from './cover-crop.tsx'
import { SmallImageNote } from './image-size.tsx'
import * as styles from './project-images.module.css'
import { Thumbnail } from './thumbnail.tsx'

/** @param item its image stays until another one is chosen */
export function ProjectCover({ form, item }: { form: PortfolioForm; item: PortfolioItem }) {
  const { values, busy } = form
  const { pimage } = values
  const hint = useId()
  const chosen = useObjectUrl(pimage)
  const src = pimage ? chosen : (item.pimage ?? undefined)
  const size = useImageSize(src)
  const shown = size && src
  return (
    <ProjectSection title="Cover">
      {shown && (
        <FocalFrame
          large
          src={shown}
          point={values}
          disabled={busy}
          describedBy={hint}
          // Whoever moves the point of the current image keeps that image.
          onChange={(point) => form.set({ ...point, hasImage: pimage !== null })}
        />
      )}
      <ImageRow {...imageInput(form)} hideLabel current={<CurrentImage item={item} focal={values} />} />
      <SmallImageNote image={pimage ? size : undefined} sharp={sharpCover} />
      {shown && (
        <>
          <p className={field.hint} id={hint}>
            {focalHint}
          </p>
          <Crops src={shown} focal={values} />
        </>
      )}
    </ProjectSection>
  )
}

function Crops({ src, focal }: { src: string; focal: FocalPoint }) {
  return (
    <div className={styles.crops}>
      {['Gallery and share image', 'Featured tile'].map((crop) => (
        <figure key={crop}>
          <img src={src} alt="" style={focalStyle(focal)} />
          <figcaption className={typography.meta}>{crop}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function CurrentImage({ item, focal }: { item: PortfolioItem; focal: FocalPoint }) {
  return (
    <>
      <Thumbnail src={item.pimage} focal={focal} />
      {item.pimage && (
        <a className={typography.link} href={item.pimage} target="_blank" rel="noreferrer">
          Current image
        </a>
      )}
    </>
  )
}
