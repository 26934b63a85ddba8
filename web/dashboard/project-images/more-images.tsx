// The images of "About this project": added, described, moved and removed, each saved at once.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { imageSources } from '../../../contract/images.ts'
import {
  addImage,
  imageAltLength,
  maxMoreImages,
  removeImage,
  updateImage,
} from '../../../contract/portfolio.ts'
import type { MoreImage } from '../../../contract/responses/projects.ts'
import { call, messageOf } from '../../call.ts'
import { multipart } from '../../call-files.ts'
import * as field from '../../ui/field.module.css'
import { TextField } from '../../ui/field.tsx'
import { ImageFrame } from '../../ui/image-input.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import { Picture } from '../../ui/picture.tsx'
import { AddIcon } from '../../ui/tool-icons.tsx'
import { ProjectSection } from '../projects/project-form.tsx'
import * as styles from './project-images.module.css'
import { useImageSaving } from './uploads.tsx'

export function MoreImages({ id, images }: { id: string; images: readonly MoreImage[] }) {
  const { save, saveFile, upload, error, outcome, busy } = useImageSaving(id)
  /** As the owner has put them, until all of it is saved. */
  const [arranged, setArranged] = useState<readonly MoreImage[] | null>(null)
  const rows = busy && arranged ? arranged : images
  const isFull = images.length >= maxMoreImages

  const arrange = (next: MoreImage[], moved?: { entry: MoreImage; to: number }) => {
    setArranged(next)
    const image = (moved?.entry ?? rows.find((row) => !next.includes(row)))?.id ?? ''
    const params = { id, image }
    void save(() =>
      moved ? call(updateImage, { params, body: { position: moved.to } }) : call(removeImage, { params }),
    )
  }
  const add = (files: File[]) => {
    setArranged(null)
    for (const image of files)
      void saveFile(image, async () => {
        try {
          return await upload(addImage, { params: { id }, form: multipart({ image }) })
        } catch (failure) {
          throw files.length > 1 ? new Error(`${image.name}: ${messageOf(failure)}`) : failure
        }
      })
  }

  return (
    <ProjectSection title="More images" aside={`${images.length} of ${maxMoreImages}`}>
      <div className={styles.grid}>
        <RowList
          grid
          entries={rows}
          nameOf={({ alt }) => alt}
          onChange={arrange}
          end={
            !isFull && (
              <ImageFrame aria-label="Add image" multiple isInvalid={error !== undefined} onFiles={add}>
                <AddIcon />
                Add image
              </ImageFrame>
            )
          }
        >
          {(image, at) => (
            <>
              <Picture
                src={image.src}
                srcSet={imageSources(image.src)?.webp}
                sizes="(width <= 40em) 50vw, 240px"
                alt={image.alt}
                width={240}
                height={180}
              />
              <Description
                key={image.id}
                label={`Description of image ${at + 1}`}
                saved={image.alt}
                onSave={(alt) =>
                  save(() => call(updateImage, { params: { id, image: image.id }, body: { alt } }))
                }
              />
            </>
          )}
        </RowList>
      </div>
      {isFull && <p className={field.hint}>{maxMoreImages} at most.</p>}
      {outcome()}
      {rows.length > 1 && (
        <p className={field.hint}>
          Drag an image by its corner, or use the arrows. With the keyboard: Space on the corner lifts it, the
          arrow keys move it, Escape puts it back.
        </p>
      )}
    </ProjectSection>
  )
}

interface DescriptionProps {
  label: string
  saved: string
  /** @returns whether it was saved */
  onSave: (alt: string) => Promise<boolean>
}

/** Saved when the field is left, or goes with its dialog. */
function Description({ label, saved, onSave }: DescriptionProps) {
  const typed = useRef(saved)
  const sent = useRef(saved)
  const send = async () => {
    const [alt, before] = [typed.current, sent.current]
    if (alt === before) return
    sent.current = alt
    if (!(await onSave(alt))) sent.current = before
  }
  const leave = useEffectEvent(() => void send())
  useEffect(() => () => leave(), [])
  return (
    <TextField
      label={label}
      hideLabel
      dense
      placeholder="Description"
      autoComplete="off"
      defaultValue={saved}
      maxLength={imageAltLength}
      onChange={({ target }) => {
        typed.current = target.value
      }}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // It would send the form.
        event.preventDefault()
        void send()
      }}
    />
  )
}
