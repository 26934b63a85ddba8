// The small picture of a project: 'No Image' where there is none, a placeholder where it is broken (section 2).
import { pictureSet } from '../../contract/pictures.ts'
import { Picture } from '../ui/picture.tsx'

export function Thumbnail({ src }: { src: string | null }) {
  if (!src)
    return (
      <div className="noimg">
        <span>No Image</span>
      </div>
    )
  return (
    <Picture
      src={src}
      srcSet={pictureSet(src)?.webp}
      sizes="72px"
      alt=""
      width={72}
      height={54}
      className="thumb"
      fallback={<img className="thumb" src="/pictures/placeholder.svg" alt="" width={72} height={54} />}
    />
  )
}
