// A preview as it stands on paper: the project's image and its URL instead of a frame, which would print one screenful.
import { imageSources } from '../../contract/images.ts'
import { useBrand, useHost } from '../brand.ts'
import { Monogram } from '../monogram.tsx'
import { Picture } from '../ui/picture.tsx'

/** The head of a printed page; the other pages have it in their navigation bar. */
export function PrintHead() {
  return (
    <div className="print-only">
      <p className="pv-paper-head">
        <Monogram />
        <b>{useBrand()?.name}</b>
        <span>{useHost()}</span>
      </p>
    </div>
  )
}

type Props = { name: string; image: string | null; address: string }

export function PrintedProject({ name, image, address }: Props) {
  const picture = imageSources(image)
  return (
    <div className="print-only">
      <p className="pv-paper-address">{address}</p>
      <Picture
        src={image}
        srcSet={picture?.webp}
        avifSrcSet={picture?.avif}
        sizes="100vw"
        width={picture?.width}
        height={picture?.height}
        alt={name}
        className="pv-paper-image"
      />
    </div>
  )
}
