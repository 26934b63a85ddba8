// An image of the site's own content, which is stored in several widths, each as AVIF and as WebP.
import type { ComponentProps } from 'react'
import type { SiteImage } from '../../../contract/responses/site.ts'
import { focalStyle } from '../../ui/styles.ts'

type RasterImageProps = { image: Omit<SiteImage, 'alt'>; alt: string; sizes: string } & Pick<
  ComponentProps<'img'>,
  'className' | 'loading' | 'fetchPriority'
>

export function RasterImage({ image, alt, sizes, ...rest }: RasterImageProps) {
  const { src, width, height, widths, focal } = image
  const file = (pixels: number, format: string) => `${src}${pixels}.${format}`
  const srcSet = (format: string) => widths.map((pixels) => `${file(pixels, format)} ${pixels}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img
        src={file(widths.at(-1) ?? width, 'webp')}
        srcSet={srcSet('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        style={focal ? focalStyle(focal) : undefined}
        {...rest}
      />
    </picture>
  )
}
