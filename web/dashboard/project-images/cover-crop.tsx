// How a project's image fits the gallery: a warning when it is too small, and what stays in view where it is cropped.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react'
import * as field from '../../ui/field.module.css'
import { classes, type FocalPoint } from '../../ui/styles.ts'
import { type ImageSize, SmallImageNote } from './image-size.tsx'
import * as styles from './project-images.module.css'

/** Pixels in which the largest card is sharp on a screen of two pixels a point; cards are 4:3. */
export const sharpCover = { width: 1200, height: 900 }
/** Shapes nearer to 4:3 than this share lose nothing that could be chosen. */
const sameShape = 0.02

/** Undefined until the image is loaded. */
export function useImageSize(src: string | null | undefined): ImageSize | undefined {
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

type Props = {
  src: string | undefined
  point: FocalPoint
  onChange: (point: FocalPoint) => void
  disabled: boolean
}

/** Below an image that was chosen: the focal point, where cards cut something off. */
export function CoverCrop({ src, point, onChange, disabled }: Props) {
  const hint = useId()
  const size = useImageSize(src)
  const ratio = size ? size.width / size.height / (sharpCover.width / sharpCover.height) : 1
  return (
    <>
      <SmallImageNote image={size} sharp={sharpCover} />
      {src && size && Math.abs(ratio - 1) > sameShape && (
        <div className={field.field}>
          <p className={field.label}>Focal point</p>
          <FocalFrame src={src} point={point} onChange={onChange} disabled={disabled} describedBy={hint} />
          <p className={field.hint} id={hint}>
            {focalHint}
          </p>
        </div>
      )}
    </>
  )
}

export const focalHint =
  'Drag the point, or move it with the arrow keys. It stays in view where the image is cropped.'

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface FrameProps {
  src: string
  point: FocalPoint
  onChange: (point: FocalPoint) => void
  disabled: boolean
  /** The id of the text that says how the point is moved. */
  describedBy: string
  /** As wide as its column, and higher. */
  large?: boolean
}

/** The whole image with a point on it: dragged, set by a press on the image, or moved by arrow keys. */
export function FocalFrame({ src, point, onChange, disabled, describedBy, large }: FrameProps) {
  const { focalX, focalY } = point

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
    const step = steps[event.key]
    if (!step || disabled) return
    event.preventDefault()
    const size = event.shiftKey ? 10 : 1
    onChange({
      focalX: percent((focalX + step[0] * size) / 100),
      focalY: percent((focalY + step[1] * size) / 100),
    })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the point on it takes the arrow keys
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className={classes(styles.focal, large && styles.large)}
      style={{ '--x': `${focalX}%`, '--y': `${focalY}%` } as CSSProperties}
      onClick={(event) => place(event.currentTarget, event)}
    >
      <img src={src} alt="" draggable={false} />
      <span
        className={styles.point}
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-label="Focal point"
        aria-describedby={describedBy}
        aria-disabled={disabled}
        aria-valuenow={focalY}
        aria-valuetext={`${focalX} % from the left, ${focalY} % from the top`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
