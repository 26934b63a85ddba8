// The addresses of a picture of ours that is kept in several widths.
import type { Raster } from '../../content/site.ts'

export function raster({ src, width, height, widths }: Raster) {
  const file = (pixels: number) => `${src}-${pixels}.webp`
  return {
    src: file(widths.at(-1) ?? width),
    srcSet: widths.map((pixels) => `${file(pixels)} ${pixels}w`).join(', '),
    width,
    height,
  }
}
