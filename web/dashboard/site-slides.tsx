// The slider of Home in the site editor: what it shows, and its six images.
import { type DragEvent, useId, useRef, useState } from 'react'
import { imageAccept } from '../../contract/images.ts'
import { siteLimits as max, type SiteContent } from '../../contract/site.ts'
import type { DeliveredImages } from '../../contract/site-calls.ts'
import { deliveredImage, isUploaded, type SliderChoice } from '../../contract/site-images.ts'
import { classes } from '../ui/classes.ts'
import * as field from '../ui/field.module.css'
import { FieldError } from '../ui/field.tsx'
import * as file from '../ui/file-input.module.css'
import * as forms from '../ui/form.module.css'
import { RadioCards } from '../ui/radio-cards.tsx'
import { RowList } from '../ui/row-list.tsx'
import { UploadIcon } from '../ui/tool-icons.tsx'
import * as visually from '../ui/visually-hidden.module.css'
import * as styles from './site-image.module.css'
import { SiteImageField } from './site-image.tsx'
import { type SectionProps, SiteFieldset } from './site-section.tsx'
import { imageUrl, slideUrl } from './site-shown-images.ts'
import { SiteText } from './site-text.tsx'
import { useSiteUpload } from './site-upload.ts'
import { UploadProgress } from './upload-progress.tsx'

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
  return (
    <SiteFieldset section="slider">
      <div className={forms.columns}>
        <SiteText
          label="Heading"
          path="slider.title"
          value={value.title}
          max={max.heading}
          errors={errors}
          onChange={(title) => set({ title })}
        />
        <SiteText
          label="Button"
          path="slider.button"
          value={value.button}
          max={max.button}
          errors={errors}
          onChange={(button) => set({ button })}
        />
      </div>
      <SiteImageField
        label="Image above the slides"
        hint="1920 x 624 px or larger. PNG, JPG or WebP, at most 10 MB."
        shown={imageUrl(value.teaser, delivered.teaser)}
        state={isUploaded(value.teaser) ? 'Your image' : 'As installed'}
        error={errors['slider.teaser']}
        onRemove={isUploaded(value.teaser) ? () => set({ teaser: deliveredImage }) : undefined}
        onStored={(teaser) => set({ teaser })}
      />
      <RadioCards
        label="The slider shows"
        value={value.show}
        options={sliderShows}
        onChange={(show) => set({ show })}
      />
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
  const place = useRef(0)
  const [stored, setStored] = useState('')
  const upload = useSiteUpload('image', (image) => {
    onChange(slides.map((slide, at) => (at === place.current ? { ...slide, image } : slide)))
    setStored(`Image ${place.current + 1} is another one now.`)
  })
  const choose = (at: number) => (chosen: File | undefined) => {
    if (upload.busy) return
    place.current = at
    void upload.choose(chosen)
  }
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
        onChange={onChange}
      >
        {(slide, at, set) => (
          <>
            <SlideImage
              at={at}
              src={slideUrl(slide.image, delivered)}
              isBusy={upload.busy && place.current === at}
              onChoose={choose(at)}
            />
            <SiteText
              hideLabel
              label={`Description of image ${at + 1}`}
              placeholder="Describe the image"
              path={`slider.slides.${at}.alt`}
              value={slide.alt}
              max={max.alt}
              errors={errors}
              onChange={(alt) => set({ ...slide, alt })}
            />
            {errors[`slider.slides.${at}.image`] && (
              <FieldError>{errors[`slider.slides.${at}.image`]}</FieldError>
            )}
          </>
        )}
      </RowList>
      {upload.progress !== undefined && <UploadProgress share={upload.progress} />}
      {upload.error && (
        <FieldError>
          Image {place.current + 1}: {upload.error}
        </FieldError>
      )}
      <p className={field.hint}>
        Press an image to choose another one, or drop a file on it: 1280 x 960 px or larger, at most 10 MB.
        Move it by its corner, or with the arrows.
      </p>
      <p className={visually.hidden} role="status">
        {stored}
      </p>
    </div>
  )
}

/** The first delivered slide that is not shown already. */
function unusedSlide(slides: readonly Slide[]): string {
  const free = slides.findIndex((_, at) => !slides.some(({ image }) => image === `${at + 1}`))
  return `${free + 1}`
}

interface SlideImageProps {
  at: number
  src: string
  isBusy: boolean
  onChoose: (file: File | undefined) => void
}

function SlideImage({ at, src, isBusy, onChoose }: SlideImageProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <label
      className={classes(file.drop, styles.slide)}
      htmlFor={id}
      data-over={isOver || undefined}
      data-busy={isBusy || undefined}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onChoose(event.dataTransfer.files[0])
      }}
    >
      <input
        id={id}
        type="file"
        className={visually.hidden}
        aria-label={`Image ${at + 1}`}
        accept={imageAccept}
        onPaste={({ clipboardData }) => onChoose(clipboardData.files[0])}
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          // Emptied so that choosing the same file again is noticed.
          event.target.value = ''
        }}
      />
      <img src={src} alt="" />
      <span>
        <UploadIcon size="s" />
      </span>
    </label>
  )
}
