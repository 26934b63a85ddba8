// Images of the site's own content, which are stored in several widths, each as AVIF and as WebP.
import type { SiteImage } from '../../../contract/responses/site.ts'
import { Monogram } from '../../monogram.tsx'
import { Picture, type PictureProps } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import * as styles from './home.module.css'

type RasterImageProps = { image: SiteImage } & Pick<PictureProps, 'sizes' | 'isFirst' | 'className'> &
  Partial<Pick<PictureProps, 'alt'>>

export function RasterImage({ image, className, ...rest }: RasterImageProps) {
  const { src, widths, focal, alt, ...size } = image
  const srcSet = (format: string) => widths.map((pixels) => `${src}${pixels}.${format} ${pixels}w`).join(', ')
  return (
    <Picture
      {...{ alt, focal }}
      src={`${src}${widths.at(-1)}.webp`}
      sources={{ ...size, webp: srcSet('webp'), avif: srcSet('avif') }}
      className={classes(ui.shaped, className)}
      {...rest}
    />
  )
}

type PlateProps = { image: SiteImage | null | undefined; sizes: string; className: string }

/** The owner's portrait; without one, the monogram on the marker. */
export function Plate({ image, sizes, className }: PlateProps) {
  return (
    <figure className={classes(ui.marks, styles.plate, className)}>
      {image ? (
        <RasterImage image={image} sizes={sizes} isFirst />
      ) : (
        <div className={`${ui.center} ${ui.shaped}`}>
          <Monogram onMarker />
        </div>
      )}
    </figure>
  )
}
