// An image in several widths and formats; something quiet stands in when it is missing or broken. And what of an image stays in view.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ImageSources, imageSources } from '../../contract/images.ts'

export interface FocalPoint {
  /** Percent of the image's width from the left, and of its height from the top: whole, 0 to 100. */
  focalX: number
  focalY: number
}

/** For an <img> that crops. */
export const focalStyle = ({ focalX, focalY }: FocalPoint) => ({ objectPosition: `${focalX}% ${focalY}%` })

export type PictureProps = {
  src: string | null | undefined
  /** Its files of several widths, and its size in pixels; otherwise those of an uploaded cover, if `src` is one. */
  sources?: Partial<ImageSources> | null
  sizes?: string
  alt: string
  /** Where its size is not known. */
  width?: number
  height?: number
  /** Among the first things seen: fetched at once, and not when it comes near the viewport. */
  isFirst?: boolean
  className?: string
  /** What stays in view where the image is cropped; otherwise its centre. */
  focal?: FocalPoint
  /** Shown instead of a missing or broken image. */
  fallback?: ReactNode
}

export function Picture(props: PictureProps) {
  const { src, sizes, alt, isFirst, className, focal, fallback } = props
  const sources = props.sources ?? imageSources(src ?? null) ?? {}
  const { webp, avif, width = props.width, height = props.height } = sources
  const [broken, setBroken] = useState<string>()
  const ref = useRef<HTMLImageElement>(null)
  // An image that failed before hydration fires no event any more.
  useEffect(() => {
    const image = ref.current
    if (src && image?.complete && image.currentSrc && image.naturalWidth === 0) setBroken(src)
  }, [src])

  // Without a fallback the browser keeps its space, and shows what it is of.
  if (!src || (broken === src && fallback)) return fallback ?? null
  const image = (
    <img
      ref={ref}
      src={src}
      srcSet={webp}
      sizes={webp ? sizes : undefined}
      alt={alt}
      width={width}
      height={height}
      className={className}
      style={focal && focalStyle(focal)}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      onError={() => setBroken(src)}
    />
  )
  if (!avif) return image
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {image}
    </picture>
  )
}
