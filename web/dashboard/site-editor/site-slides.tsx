// The six images of the slider in the site editor: moved, replaced, described.
import { Fragment } from 'react'
import { isUploaded, sizeOfUpload } from '../../../contract/site.ts'
import * as field from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import { ImageFrame } from '../../ui/image-input.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { isSmall, sharpFrom, sizeText } from '../project-images/image-size.tsx'
import { useUploads } from '../project-images/uploads.tsx'
import { altOf, sharpSlide, slideUrl } from './site-fields.ts'
import * as styles from './site-image.module.css'
import { type SiteForm, Text } from './site-inputs.tsx'

export function Slides(form: SiteForm) {
  const { slides } = form.content.slider
  const uploads = useUploads()
  const { last } = uploads
  // Slides stay where they are during an upload. The description is about the image before, unless it was typed meanwhile.
  const choose = (at: number, alt: string) =>
    uploads.choose(`Image ${at + 1}`, 'image', (image) => {
      const replace = (slide: { alt: string }) => ({ image, alt: slide.alt === alt ? '' : slide.alt })
      form.change(`slider.slides.${at}`, replace)
    })
  const free = slides.findIndex((_, at) => !slides.some(({ image }) => image === `${at + 1}`)) + 1
  return (
    <div className={field.field} ref={uploads.place}>
      <RowList
        grid
        entries={slides}
        nameOf={({ alt }) => alt}
        fixed={uploads.busy}
        part={{
          label: (name) => `Remove the image of ${name}`,
          without: ({ image }) => (isUploaded(image) ? { image: String(free), alt: '' } : undefined),
        }}
        onChange={(next) => form.change('slider.slides', next)}
      >
        {({ image, alt }, at) => (
          <>
            <ImageFrame
              aria-label={`Image ${at + 1}`}
              className={classes(
                field.cover,
                uploads.busy && last.input === `Image ${at + 1}` && styles.busy,
              )}
              src={slideUrl(image, form.delivered)}
              onFiles={choose(at, alt)}
            />
            <Text
              field={altOf(`Description of image ${at + 1}`, 'Describe the image')}
              around={`slider.slides.${at}`}
              form={form}
              isInRow
            />
          </>
        )}
      </RowList>
      <div className={`${ui.stack} ${ui.awayIfEmpty}`} role="status">
        {slides.map(({ image, alt }, at) => {
          const error =
            form.errors[`slider.slides.${at}.image`] ??
            (alt.trim() === '' && `Image ${at + 1} needs a description before you publish.`)
          const size = isUploaded(image) && sizeOfUpload(image)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image may be there twice
            <Fragment key={at}>
              {error && <FieldError>{error}</FieldError>}
              {size && isSmall(size, sharpSlide) && (
                <p className={ui.hint}>
                  Image {at + 1} is {sizeText(size)} and may look blurred. {sharpFrom(sharpSlide)}
                </p>
              )}
            </Fragment>
          )
        })}
      </div>
      {last.progress}
      {last.error && (
        <FieldError>
          {last.input}: {last.error}
        </FieldError>
      )}
      <p className={ui.hint}>
        Press an image to choose another one, or drop a file on it: {sizeText(sharpSlide)} or larger, at most
        10 MB. Move it by its corner, or with the arrows.
      </p>
    </div>
  )
}
