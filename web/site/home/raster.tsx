// Images of the site's own content, which are stored in several widths, each as AVIF and as WebP.
import type { ComponentProps } from 'react'
import type { SiteImage } from '../../../contract/responses/site.ts'
import { Monogram } from '../../monogram.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes, focalStyle } from '../../ui/styles.ts'
import * as styles from './home.module.css'

type RasterImageProps = { image: Omit<SiteImage, 'alt'>; alt: string; sizes: string } & Pick<
  ComponentProps<'img'>,
  'className' | 'loading' | 'fetchPriority'
>

export function RasterImage({ image, alt, sizes, className, ...rest }: RasterImageProps) {
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
        className={classes(ui.shaped, className)}
        {...rest}
      />
    </picture>
  )
}

type PlateProps = { image: SiteImage | null | undefined; sizes: string; className: string }

/** The owner's portrait; without one, the monogram on the marker. */
export function Plate({ image, sizes, className }: PlateProps) {
  return (
    <figure className={classes(ui.marks, styles.plate, className)}>
      {image ? (
        <RasterImage image={image} sizes={sizes} alt={image.alt} fetchPriority="high" />
      ) : (
        <div className={`${ui.center} ${ui.shaped}`}>
          <Monogram onMarker />
        </div>
      )}
    </figure>
  )
}
