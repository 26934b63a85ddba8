// An image in several widths and formats; something quiet stands in when it is missing or broken.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FocalPoint, focalStyle } from './styles.ts'

export type PictureProps = {
  src: string | null | undefined
  srcSet?: string | undefined
  avifSrcSet?: string | undefined
  sizes?: string
  alt: string
  width?: number | undefined
  height?: number | undefined
  /** Among the first things seen: fetched at once, and not when it comes near the viewport. */
  isFirst?: boolean
  className?: string
  /** What stays in view where the image is cropped; otherwise its centre. */
  focal?: FocalPoint
  /** Shown instead of a missing or broken image. */
  fallback?: ReactNode
}

export function Picture(props: PictureProps) {
  const { src, srcSet, avifSrcSet, sizes, alt, isFirst, focal, fallback, ...rest } = props
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
      srcSet={srcSet}
      sizes={srcSet ? sizes : undefined}
      alt={alt}
      {...rest}
      style={focal && focalStyle(focal)}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      onError={() => setBroken(src)}
    />
  )
  if (!avifSrcSet) return image
  return (
    <picture>
      <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />
      {image}
    </picture>
  )
}
