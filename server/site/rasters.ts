// Images as pages show them: those of the build, and uploads.
import type { Raster as DeliveredRaster } from '../../content/site.ts'
import { coverWidths, widthsFor } from '../../contract/images.ts'
import { sizeOfUpload } from '../../contract/site-images.ts'
import type { Raster } from '../../contract/site-view.ts'

export function deliveredRaster({ src, width, height, widths }: DeliveredRaster): Raster {
  return { src: `${src}-`, width, height, widths }
}

/** @param name of an uploaded image or of a cover */
export function uploadRaster(name: string): Raster {
  const { width, height } = sizeOfUpload(name)
  return { src: `/uploads/${name}/`, width, height, widths: widthsFor(width, coverWidths) }
}

/** Of a file for a small image in the editor. */
export function smallUrl({ src, widths }: DeliveredRaster): string {
  return `${src}-${widths[0]}.webp`
}
