// A warning at a logo that is hardly seen where it stands [R298].
import { useEffect, useState } from 'react'
import type { Theme } from '../../../contract/accent.ts'
import * as field from '../../ui/field.module.css'
import * as styles from '../project-images/image-size.module.css'
import { grounds, themesHidingLogo } from './seen.ts'

/** Pixels of the square in which it is looked at. */
const side = 128

/** @param src of the uploaded logo; null while there is none */
export function LogoNote({ src }: { src: string | null }) {
  const hiding = useThemesHiding(src)
  return (
    <div className={styles.note} role="status">
      {hiding.length > 0 && (
        <p className={field.hint}>
          {hiding.includes('light')
            ? 'This logo is hardly seen in the light theme and in the dark theme: it is nearly as light as the paper on which it stands in both.'
            : 'This logo is hardly seen in the dark theme: it is nearly as dark as the page.'}
        </p>
      )}
    </div>
  )
}

function useThemesHiding(src: string | null): readonly Theme[] {
  const [known, setKnown] = useState<{ src: string; themes: readonly Theme[] }>()
  useEffect(() => {
    if (!src) return
    const image = new Image()
    image.onload = () => setKnown({ src, themes: themesHidingLogo(squareOf(image)) })
    image.src = src
    return () => {
      image.onload = null
    }
  }, [src])
  return known && known.src === src ? known.themes : []
}

/** As pages show it: whole, in the middle of a square of paper. */
function squareOf(image: HTMLImageElement): Uint8ClampedArray {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return new Uint8ClampedArray()
  context.fillStyle = grounds.light
  context.fillRect(0, 0, side, side)
  const scale = side / Math.max(image.naturalWidth, image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  context.drawImage(image, (side - width) / 2, (side - height) / 2, width, height)
  try {
    return context.getImageData(0, 0, side, side).data
  } catch {
    // Another origin delivers uploads: what is drawn of it cannot be read.
    return new Uint8ClampedArray()
  }
}
