// How a project's image fits the gallery: a warning when it is too small, and what stays in view when it is cropped.
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import * as field from '../ui/field.module.css'
import type { FocalPoint } from '../ui/focal-point.ts'
import * as styles from './cover-crop.module.css'

/** Pixels in which the largest card is sharp on a screen of two pixels a point; cards are 4:3. */
const sharp = { width: 1200, height: 900 }
/** Shapes nearer to 4:3 than this share lose nothing that could be chosen. */
const sameShape = 0.02

type Size = { width: number; height: number }

function useImageSize(src: string | null | undefined): Size | undefined {
  const [known, setKnown] = useState<Size & { src: string }>()
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
  src: string | null | undefined
  /** The image was just chosen, so its pixels are those of the file. */
  isNew: boolean
  point: FocalPoint
  onChange: (point: FocalPoint) => void
  disabled: boolean
}

export function CoverCrop({ src, isNew, point, onChange, disabled }: Props) {
  const size = useImageSize(src)
  const ratio = size ? size.width / size.height / (sharp.width / sharp.height) : 1
  const isSmall = isNew && size && (size.width < sharp.width || size.height < sharp.height)
  return (
    <>
      <div className={styles.small} role="status">
        {isSmall && (
          <p className={field.hint}>
            This image is {size.width} × {size.height} px and may look blurred. From {sharp.width} ×{' '}
            {sharp.height} px on it is sharp on every screen.
          </p>
        )}
      </div>
      {src && size && Math.abs(ratio - 1) > sameShape && (
        <FocalPointField src={src} point={point} onChange={onChange} disabled={disabled} />
      )}
    </>
  )
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The whole image with a point on it: dragged, set by a press on the image, or moved by arrow keys. */
function FocalPointField({ src, point, onChange, disabled }: Omit<Props, 'isNew' | 'src'> & { src: string }) {
  const id = useId()
  const { focalX, focalY } = point
  const handle = useRef<HTMLSpanElement>(null)
  // Not as a style attribute, which the policy forbids.
  useLayoutEffect(() => {
    handle.current?.style.setProperty('left', `${focalX}%`)
    handle.current?.style.setProperty('top', `${focalY}%`)
  }, [focalX, focalY])

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
    <div className={field.field}>
      <p className={field.label} id={id}>
        Focal point
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the point on it takes the arrow keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div className={styles.focal} onClick={(event) => place(event.currentTarget, event)}>
        <img src={src} alt="" draggable={false} />
        <span
          className={styles.point}
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-labelledby={id}
          aria-describedby={`${id}-hint`}
          aria-disabled={disabled}
          aria-valuenow={focalY}
          aria-valuetext={`${focalX} % from the left, ${focalY} % from the top`}
          ref={handle}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onClick={(event) => event.stopPropagation()}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={field.hint} id={`${id}-hint`}>
        Drag the point, or move it with the arrow keys. It stays in view where the image is cropped.
      </p>
    </div>
  )
}
