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
import { readDraft, storeDraft } from '../../drafts.ts'
import { useSession } from '../../session.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError, TextField } from '../../ui/field.tsx'
import { ImageFrame, imageProblem } from '../../ui/image-input.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import { Announcement } from '../../ui/notice.tsx'
import { Picture } from '../../ui/picture.tsx'
import { AddIcon } from '../../ui/tool-icons.tsx'
import { ProjectSection } from '../projects/project-section.tsx'
import { useImageSaving } from './image-saving.ts'
import * as styles from './project-images.module.css'
import { UploadProgress } from './upload-progress.tsx'

type Props = { id: string; images: readonly MoreImage[] }

export function MoreImages({ id, images }: Props) {
  const { save, upload, progress, error, said, busy } = useImageSaving(id)
  /** As the owner has put them, until all of it is saved. */
  const [arranged, setArranged] = useState<readonly MoreImage[] | null>(null)
  const texts = useTypedTexts(id, images, (image, alt) =>
    save(() => call(updateImage, { params: { id, image }, body: { alt } })),
  )
  const rows = (busy && arranged ? arranged : images).map((image) => ({ ...image, alt: texts.of(image) }))
  const isFull = images.length >= maxMoreImages

  const arrange = (next: MoreImage[]) => {
    const retyped = next.find((image, at) => image.id === rows[at]?.id && image.alt !== rows[at].alt)
    if (retyped) return texts.type(retyped)
    setArranged(next)
    const gone = rows.find((image) => !next.some((other) => other.id === image.id))
    if (gone) return void save(() => call(removeImage, { params: { id, image: gone.id } }))
    const { image, position } = movedOf(rows, next)
    void save(() => call(updateImage, { params: { id, image }, body: { position } }))
  }
  const add = (files: File[]) => {
    setArranged(null)
    for (const image of files)
      void save(async () => {
        try {
          const problem = imageProblem(image)
          if (problem) throw new Error(problem)
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
          {(image, at, change) => (
            <>
              <Picture
                src={image.src}
                srcSet={imageSources(image.src)?.webp}
                sizes="(width <= 40em) 50vw, 240px"
                alt={image.alt}
                width={240}
                height={180}
              />
              <TextField
                label={`Description of image ${at + 1}`}
                hideLabel
                dense
                placeholder="Description"
                autoComplete="off"
                value={image.alt}
                maxLength={imageAltLength}
                onChange={({ target }) => change({ ...image, alt: target.value })}
                onBlur={() => texts.send(image)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  // It would send the form.
                  event.preventDefault()
                  texts.send(image)
                }}
              />
            </>
          )}
        </RowList>
      </div>
      {isFull && <p className={field.hint}>{maxMoreImages} at most.</p>}
      {progress !== undefined && <UploadProgress share={progress} />}
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
      {rows.length > 1 && (
        <p className={field.hint}>
          Drag an image by its corner, or use the arrows. With the keyboard: Space on the corner lifts it, the
          arrow keys move it, Escape puts it back.
        </p>
      )}
      <Announcement>{said}</Announcement>
    </ProjectSection>
  )
}

/** Which one was moved, and to where: the others keep their order. */
function movedOf(before: readonly MoreImage[], after: readonly MoreImage[]) {
  const differs = (image: MoreImage, at: number) => image.id !== after[at]?.id
  const first = before.findIndex(differs)
  const last = before.findLastIndex(differs)
  const isDown = before[first]?.id === after[last]?.id
  return { image: String((isDown ? before[first] : before[last])?.id), position: isDown ? last : first }
}

/**
 * Descriptions that are typed and not saved yet, by image: sent when the field is left or the dialog closes, and stored in
 * this tab until they are saved.
 */
function useTypedTexts(
  id: string,
  images: readonly MoreImage[],
  send: (image: string, alt: string) => Promise<boolean>,
) {
  const { accountId } = useSession()
  const draft = `descriptions ${id}`
  const [typed, setTyped] = useState<Record<string, string>>(() => readDraft(accountId, draft, {}))
  const latest = useRef({ typed, images, send })
  useEffect(() => {
    latest.current = { typed, images, send }
  })
  const change = (image: string, alt: string | undefined) => {
    const { [image]: _, ...others } = latest.current.typed
    const next = alt === undefined ? others : { ...others, [image]: alt }
    latest.current.typed = next
    setTyped(next)
    storeDraft(accountId, draft, Object.keys(next).length > 0 ? next : undefined)
  }
  const sendOne = async (image: string) => {
    const { typed, images, send } = latest.current
    const alt = typed[image]
    if (alt === undefined) return
    const isGone = !images.some((one) => one.id === image)
    if ((isGone || (await send(image, alt))) && latest.current.typed[image] === alt) change(image, undefined)
  }
  const sendAll = useEffectEvent(() => {
    for (const image of Object.keys(latest.current.typed)) void sendOne(image)
  })
  useEffect(() => {
    sendAll()
    return () => sendAll()
  }, [])
  return {
    of: (image: MoreImage) => typed[image.id] ?? image.alt,
    type: (image: MoreImage) => change(image.id, image.alt),
    send: (image: MoreImage) => void sendOne(image.id),
  }
}
