// The slider of Home in the site editor: what it shows, and its six images.

import { useRef, useState } from 'react'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import {
  deliveredImage,
  isUploaded,
  siteLimits as max,
  type SiteContent,
  type SliderChoice,
} from '../../../contract/site.ts'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError, RadioCards } from '../../ui/field.tsx'
import { ImageFrame } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import { RowList } from '../../ui/list/row-list.tsx'
import { Announcement } from '../../ui/notice.tsx'
import { classes } from '../../ui/styles.ts'
import { UploadIcon } from '../../ui/tool-icons.tsx'
import { SmallImageNote, sharpFrom, sizeText } from '../project-images/image-size.tsx'
import * as note from '../project-images/project-images.module.css'
import { UploadProgress } from '../project-images/upload-progress.tsx'
import * as styles from './site-image.module.css'
import { SiteImageField } from './site-image.tsx'
import { imageUrl, sharpSizes, slideUrl, smallSlides, uploadedSize } from './site-images.ts'
import { type SectionProps, SiteFieldset } from './site-section.tsx'
import { SiteText, textsOf } from './site-text.tsx'
import { useSiteUpload } from './site-upload.ts'

export const sliderShows: readonly { value: SliderChoice; label: string; hint: string }[] = [
  { value: 'images', label: 'Six images of your own', hint: 'Chosen below.' },
  {
    value: 'featured',
    label: 'Covers of featured projects',
    hint: 'With fewer than six, your own images follow.',
  },
  {
    value: 'latest',
    label: 'Covers of the latest projects',
    hint: 'With fewer than six, your own images follow.',
  },
]

type Slide = SiteContent['slider']['slides'][number]
type Props = SectionProps<'slider'> & { delivered: DeliveredImages }

export function SliderSection({ value, errors, change, delivered }: Props) {
  const set = (changed: Partial<SiteContent['slider']>) => change('slider', { ...value, ...changed })
  const text = textsOf('slider', value, errors, set)
  return (
    <SiteFieldset section="slider">
      <div className={layout.columns}>
        <SiteText label="Heading" max={max.heading} {...text('title')} />
        <SiteText label="Button" max={max.button} {...text('button')} />
      </div>
      <SiteImageField
        label="Image above the slides"
        hint={`${sizeText(sharpSizes.teaser)} or larger. PNG, JPEG or WebP, at most 10 MB.`}
        shown={imageUrl(value.teaser, delivered.teaser)}
        state={isUploaded(value.teaser) ? 'Your image' : 'As installed'}
        error={errors['slider.teaser']}
        notes={<SmallImageNote image={uploadedSize(value.teaser)} sharp={sharpSizes.teaser} />}
        onRemove={isUploaded(value.teaser) ? () => set({ teaser: deliveredImage }) : undefined}
        onStored={(teaser) => set({ teaser })}
      />
      <RadioCards
        label="The slider shows"
        value={value.show}
        options={sliderShows}
        onChange={(show) => set({ show })}
      />
      <div className={`${layout.stack} ${note.note}`} role="status">
        {value.show !== 'images' && (
          <p className={field.hint}>
            Home shows the covers of {value.show === 'featured' ? 'featured' : 'the latest'} projects. The
            images below stay, but are not shown: only with fewer than six covers the first of them follow.
          </p>
        )}
      </div>
      <Slides
        slides={value.slides}
        errors={errors}
        delivered={delivered}
        onChange={(slides) => set({ slides })}
      />
    </SiteFieldset>
  )
}

function Slides({
  slides,
  errors,
  delivered,
  onChange,
}: Pick<Props, 'errors' | 'delivered'> & { slides: Slide[]; onChange: (slides: Slide[]) => void }) {
  /** Where the image that is being uploaded goes; slides stay where they are for so long. */
  const place = useRef({ at: 0, alt: '' })
  const [stored, setStored] = useState('')
  /** Descriptions of the images before, by the name of the image that took the place. */
  const [before, setBefore] = useState<Readonly<Record<string, string>>>({})
  const replaced = (slide: Slide, image: string): Slide => {
    setBefore((known) => ({ ...known, [image]: slide.alt || (known[slide.image] ?? '') }))
    return { image, alt: '' }
  }
  /** Rows are moved, edited, or one is without its upload. */
  const changeRows = (rows: Slide[]) =>
    onChange(
      rows.map((row, at) => {
        const old = slides[at]
        const isReset = old && isUploaded(old.image) && !slides.some(({ image }) => image === row.image)
        return isReset ? replaced(old, row.image) : row
      }),
    )
  const upload = useSiteUpload('image', (image) => {
    const { at, alt } = place.current
    onChange(
      slides.map((slide, other) => {
        if (other !== at) return slide
        // Typed during the upload: it is about the new image.
        return slide.alt === alt ? replaced(slide, image) : { ...slide, image }
      }),
    )
    setStored(`Image ${at + 1} is another one now.`)
  })
  const choose = (at: number) => (chosen: File[]) => {
    if (upload.busy) return
    place.current = { at, alt: slides[at]?.alt ?? '' }
    void upload.choose(chosen)
  }
  const keep = (at: number, alt: string) =>
    onChange(slides.map((slide, other) => (other === at ? { ...slide, alt } : slide)))
  return (
    <div className={field.field}>
      <RowList
        grid
        entries={slides}
        nameOf={({ alt }) => alt}
        fixed={upload.busy}
        reset={{
          label: (name) => `Remove the image of ${name}`,
          to: (slide) => (isUploaded(slide.image) ? { ...slide, image: unusedSlide(slides) } : undefined),
        }}
        onChange={changeRows}
      >
        {(slide, at, set) => (
          <>
            <ImageFrame
              aria-label={`Image ${at + 1}`}
              className={classes(field.cover, upload.busy && place.current.at === at && styles.busy)}
              onFiles={choose(at)}
            >
              <img src={slideUrl(slide.image, delivered)} alt="" />
              <span className={`${layout.center} ${styles.replace}`}>
                <UploadIcon size="s" />
              </span>
            </ImageFrame>
            <SiteText
              hideLabel
              label={`Description of image ${at + 1}`}
              placeholder="Describe the image"
              max={max.alt}
              {...textsOf(`slider.slides.${at}`, slide, errors, set)('alt')}
            />
            {errors[`slider.slides.${at}.image`] && (
              <FieldError>{errors[`slider.slides.${at}.image`]}</FieldError>
            )}
          </>
        )}
      </RowList>
      <SlideNotes slides={slides} before={before} onKeep={keep} />
      {upload.progress !== undefined && <UploadProgress share={upload.progress} />}
      {upload.error && (
        <FieldError>
          Image {place.current.at + 1}: {upload.error}
        </FieldError>
      )}
      <p className={field.hint}>
        Press an image to choose another one, or drop a file on it: {sizeText(sharpSizes.slide)} or larger, at
        most 10 MB. Move it by its corner, or with the arrows.
      </p>
      <Announcement>{stored}</Announcement>
    </div>
  )
}

/** The first delivered slide that is not shown already. */
function unusedSlide(slides: readonly Slide[]): string {
  const free = slides.findIndex((_, at) => !slides.some(({ image }) => image === `${at + 1}`))
  return `${free + 1}`
}

interface NotesProps {
  slides: SiteContent['slider']['slides']
  /** Descriptions of the images before, by the name of the image that took the place. */
  before: Readonly<Record<string, string>>
  onKeep: (at: number, alt: string) => void
}

function SlideNotes({ slides, before, onKeep }: NotesProps) {
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
      <div className={`${layout.stack} ${note.note}`} role="status">
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
