// The six images of the slider in the site editor: moved, replaced, described.
import { Fragment, useRef } from 'react'
import { isUploaded, siteLimits, sizeOfUpload } from '../../../contract/site.ts'
import * as field from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import { ImageFrame } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import { RowList } from '../../ui/list/row-list.tsx'
import { classes } from '../../ui/styles.ts'
import { UploadIcon } from '../../ui/tool-icons.tsx'
import { isSmall, sharpFrom, sizeText } from '../project-images/image-size.tsx'
import { sharpSlide, slideUrl } from './site-fields.ts'
import * as styles from './site-image.module.css'
import { type SiteForm, Text, useSiteUpload } from './site-inputs.tsx'

const alt = {
  kind: 'text',
  key: 'alt',
  placeholder: 'Describe the image',
  max: siteLimits.alt,
} as const

export function Slides(form: SiteForm) {
  const { slides } = form.content.slider
  /** Where the image that is being uploaded goes; slides stay where they are for so long. */
  const replaced = useRef({ at: 0, alt: '' })
  const upload = useSiteUpload('image', (image) => {
    const { at, alt } = replaced.current
    // The description is about the image before, unless it was typed during the upload.
    const replace = (slide: { alt: string }) => ({ image, alt: slide.alt === alt ? '' : slide.alt })
    form.change(`slider.slides.${at}`, replace)
  })
  const choose = (at: number) => (chosen: File[]) => {
    if (upload.busy) return
    replaced.current = { at, alt: slides[at]?.alt ?? '' }
    void upload.choose(chosen)
  }
  const free = slides.findIndex((_, at) => !slides.some(({ image }) => image === `${at + 1}`)) + 1
  return (
    <div className={field.field} ref={upload.place}>
      <RowList
        grid
        entries={slides}
        nameOf={({ alt }) => alt}
        fixed={upload.busy}
        part={{
          label: (name) => `Remove the image of ${name}`,
          without: ({ image }) => (isUploaded(image) ? { image: String(free), alt: '' } : undefined),
        }}
        onChange={(next) => form.change('slider.slides', next)}
      >
        {({ image }, at) => (
          <>
            <ImageFrame
              aria-label={`Image ${at + 1}`}
              className={classes(field.cover, upload.busy && replaced.current.at === at && styles.busy)}
              onFiles={choose(at)}
            >
              <img src={slideUrl(image, form.delivered)} alt="" />
              <span className={`${layout.center} ${styles.replace}`}>
                <UploadIcon size="s" />
              </span>
            </ImageFrame>
            <Text
              field={{ ...alt, label: `Description of image ${at + 1}` }}
              around={`slider.slides.${at}`}
              form={form}
              isInRow
            />
          </>
        )}
      </RowList>
      <div className={`${layout.stack} ${styles.notes}`} role="status">
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
                <p className={field.hint}>
                  Image {at + 1} is {sizeText(size)} and may look blurred. {sharpFrom(sharpSlide)}
                </p>
              )}
            </Fragment>
          )
        })}
      </div>
      {upload.progress}
      {upload.error && (
        <FieldError>
          Image {replaced.current.at + 1}: {upload.error}
        </FieldError>
      )}
      <p className={field.hint}>
        Press an image to choose another one, or drop a file on it: {sizeText(sharpSlide)} or larger, at most
        10 MB. Move it by its corner, or with the arrows.
      </p>
    </div>
  )
}
