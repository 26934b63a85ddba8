// The cover of a project: chosen, shown small, and with the point that stays in view where it is cropped.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react'
import { imageSources } from '../../../contract/images.ts'
import { defaultFocalPoint } from '../../../contract/portfolio.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { ImageFrame, ImageRow, imageProblem, useObjectUrl } from '../../ui/image-input.tsx'
import { type FocalPoint, focalStyle, Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { arrows } from '../../ui/roving-focus.ts'
import { UploadIcon } from '../../ui/tool-icons.tsx'
import type { ProjectForm } from '../projects/project-form.tsx'
import * as styles from './project-images.module.css'
import { type ImageSize, SmallImageNote } from './uploads.tsx'

/** 'No Image' where there is none, a placeholder where it is broken. */
export function Thumbnail({ src, focal }: { src: string | null; focal: FocalPoint }) {
  if (!src)
    return (
      <div className={`${ui.center} ${ui.thumbnail} ${styles.none}`}>
        <span>No Image</span>
      </div>
    )
  const shape = { width: 72, height: 54, className: `${ui.thumbnail} ${styles.image}` }
  return (
    <Picture
      {...shape}
      src={src}
      sources={{ webp: imageSources(src)?.webp }}
      sizes="72px"
      alt=""
      focal={focal}
      fallback={<img {...shape} src="/pictures/placeholder.svg" alt="" />}
    />
  )
}

/** In the form of a project. @param stored its image; null where there is none yet */
export function Cover({ form, src: stored }: { form: ProjectForm; src: string | null }) {
  const { values, busy, errors } = form
  const { pimage } = values
  const [isOpen, setOpen] = useState(false)
  const frame = useId()
  const chosen = useObjectUrl(pimage)
  const src = pimage ? chosen : (stored ?? undefined)
  const size = useImageSize(src)
  const around = { label: 'Image', error: errors.pimage }
  const name = pimage && <span className={field.name}>{pimage.name}</span>
  const input = {
    disabled: busy,
    onFiles: ([file]: File[]) => {
      const problem = file && imageProblem(file)
      if (problem) form.setError('pimage', problem)
      else if (file) form.set({ pimage: file, ...defaultFocalPoint })
    },
  }
  const action = src && size && (
    <Button
      variant="quiet"
      size="sm"
      aria-expanded={isOpen}
      aria-controls={frame}
      onClick={() => setOpen(!isOpen)}
    >
      Focal point
    </Button>
  )
  return (
    <>
      {stored ? (
        <ImageRow
          {...around}
          {...input}
          action={action}
          current={
            pimage ? (
              <>
                {src && <img className={ui.thumbnail} src={src} alt="" style={focalStyle(values)} />}
                {name}
              </>
            ) : (
              <>
                <Thumbnail src={stored} focal={values} />
                <a className={ui.link} href={stored} target="_blank" rel="noreferrer">
                  Current image
                </a>
              </>
            )
          }
        />
      ) : (
        <Field {...around} hint="PNG, JPEG or WebP">
          {(wiring) => (
            <>
              <ImageFrame className={`${field.cover} ${field.drop}`} {...wiring} {...input}>
                {src ? (
                  <img className={ui.filling} src={src} alt="Preview" style={focalStyle(values)} />
                ) : (
                  <>
                    <UploadIcon size="l" />
                    <b>Choose an image</b>
                  </>
                )}
              </ImageFrame>
              {pimage && (
                <div className={`${ui.row} ${ui.outlined} ${field.file}`}>
                  {name}
                  <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={wiring.id}>
                    Replace
                  </label>
                  {action}
                </div>
              )}
            </>
          )}
        </Field>
      )}
      <SmallImageNote image={pimage ? size : undefined} sharp={sharpCover} />
      {src && size && isOpen && (
        <div className={field.field} id={frame}>
          <FocalFrame src={src} point={values} disabled={busy} onChange={form.set} />
          <div className={`${ui.stack} ${styles.crops}`}>
            {['Gallery and share image', 'Featured tile'].map((crop) => (
              <figure key={crop}>
                <img className={ui.shaped} src={src} alt="" style={focalStyle(values)} />
                <figcaption className={ui.meta}>{crop}</figcaption>
              </figure>
            ))}
          </div>
        </div>
      )}
    </>
  )
}

/** Pixels in which the largest card is sharp on a screen of two pixels a point. */
const sharpCover = { width: 1200, height: 900 }

/** Undefined until the image is loaded. */
function useImageSize(src: string | null | undefined): ImageSize | undefined {
  const [known, setKnown] = useState<ImageSize & { src: string }>()
  useEffect(() => {
    if (!src) return
    const image = new Image()
    image.onload = () => setKnown({ src, width: image.naturalWidth, height: image.naturalHeight })
    image.src = src
    return () => {
      image.onload = null
    }
  }, [src])
  return known?.src === src ? known : undefined
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

interface FrameProps {
  src: string
  point: FocalPoint
  onChange: (point: FocalPoint) => void
  disabled: boolean
}

/** The whole image with a point on it: dragged, set by a press on the image, or moved by arrow keys. */
function FocalFrame({ src, point, onChange, disabled }: FrameProps) {
  const { focalX, focalY } = point
  const hint = useId()

  const place = (frame: Element | null, { clientX, clientY }: { clientX: number; clientY: number }) => {
    if (disabled || !frame) return
    const { left, top, width, height } = frame.getBoundingClientRect()
    onChange({ focalX: percent((clientX - left) / width), focalY: percent((clientY - top) / height) })
  }
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      place(event.currentTarget.parentElement, event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow || disabled) return
    event.preventDefault()
    const size = event.shiftKey ? 10 : 1
    onChange({
      focalX: percent((focalX + arrow[0] * size) / 100),
      focalY: percent((focalY + arrow[1] * size) / 100),
    })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the point on it takes the arrow keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        className={styles.focal}
        style={{ '--x': `${focalX}%`, '--y': `${focalY}%` } as CSSProperties}
        onClick={(event) => place(event.currentTarget, event)}
      >
        <img src={src} alt="" draggable={false} />
        <span
          className={styles.point}
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-label="Focal point"
          aria-describedby={hint}
          aria-disabled={disabled}
          aria-valuenow={focalY}
          aria-valuetext={`${focalX} % from the left, ${focalY} % from the top`}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onClick={(event) => event.stopPropagation()}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={ui.hint} id={hint}>
        Drag the point, or move it with the arrow keys. It stays in view where the image is cropped.
      </p>
    </>
  )
}
