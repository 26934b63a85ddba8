// What is to be done about the slides: descriptions that are missing, images that are small.
import type { SiteContent } from '../../../contract/site.ts'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import * as note from '../project-images/image-size.module.css'
import { sharpFrom, sizeText } from '../project-images/image-size.tsx'
import { sharpSizes, smallSlides } from './site-image-sizes.ts'
import * as styles from './site-slide-notes.module.css'

interface Props {
  slides: SiteContent['slider']['slides']
  /** Descriptions of the images before, by the name of the image that took the place. */
  before: Readonly<Record<string, string>>
  onKeep: (at: number, alt: string) => void
}

export function SlideNotes({ slides, before, onKeep }: Props) {
  const small = smallSlides(slides)
  return (
    <>
      <div className={styles.missing} role="status">
        {slides.map(({ image, alt }, at) =>
          alt.trim() === '' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image may be there twice
            <div key={at}>
              <FieldError>Image {at + 1} needs a description before you publish.</FieldError>
              {before[image] && (
                <Button variant="secondary" size="sm" onClick={() => onKeep(at, before[image] ?? '')}>
                  Keep “{before[image]}”
                </Button>
              )}
            </div>
          ) : null,
        )}
      </div>
      <div className={note.note} role="status">
        {small.length > 0 && (
          <>
            {small.map(({ at, size }) => (
              <p className={field.hint} key={at}>
                Image {at + 1} is {sizeText(size)} and may look blurred.
              </p>
            ))}
            <p className={field.hint}>{sharpFrom(sharpSizes.slide)}</p>
          </>
        )}
      </div>
    </>
  )
}
