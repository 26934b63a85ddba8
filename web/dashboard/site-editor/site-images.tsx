// The images of the site editor: one that is chosen or delivered, the six of the slider, logos of clients.
import { Fragment, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { sizeOfImage, imageUrl as uploadUrl } from '../../../contract/images.ts'
import type { SitePreview } from '../../../contract/responses/site.ts'
import { deliveredImage, isUploaded, siteEntries } from '../../../contract/site.ts'
import type { UploadKind } from '../../../contract/uploads.ts'
import { Previewed, useBrand, useReach } from '../../brand.ts'
import { valueAt } from '../../forms/paths.ts'
import { Monogram } from '../../monogram.tsx'
import { IconButton } from '../../ui/button.tsx'
import * as fields from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import * as icons from '../../ui/icons.module.css'
import { CloseIcon } from '../../ui/icons.tsx'
import { ImageFrame, ImageRow } from '../../ui/image-input.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { AddIcon } from '../../ui/tool-icons.tsx'
import { isSmall, SmallImageNote, sizeText, smallText } from '../project-images/uploads.tsx'
import * as styles from './site.module.css'
import type { SiteForm } from './site-edit.ts'
import { altOf, type ImageOf, imageUrl, pathOf, sharpSlide, slideUrl } from './site-fields.ts'
import { type ControlProps, Text } from './site-inputs.tsx'

export function Image({ field, around, form }: ControlProps<ImageOf>) {
  const { label, hint, sharp, describedBy } = field
  const path = pathOf(around, field)
  const name = String(valueAt(form.content, path))
  const put = (next: string) => {
    form.change(path, next)
    if (describedBy) form.change(`${around}.${describedBy}`, '')
  }
  const { uploads } = form
  const upload = uploads.of(path)
  const place = useRef<HTMLDivElement>(null)
  const url = imageUrl(field, name, form.delivered)
  const size = sizeOfImage(name)
  // A logo is stored small and shown as a whole in a square: its longer side says whether it is sharp.
  const isLargeLogo = field.upload === 'logo' && size && Math.max(size.width, size.height) >= sharp.width
  return (
    <div ref={place} className={`${ui.stack} ${styles.image}`}>
      <ImageRow
        label={label}
        hint={hint}
        error={upload.error ?? form.errors[path]}
        disabled={uploads.busy}
        onFiles={uploads.choose(path, field.upload, put)}
        current={
          <>
            {url ? (
              <img
                className={classes(ui.thumbnail, field.upload === 'logo' && styles.logo)}
                src={url}
                alt=""
              />
            ) : (
              form.view && <Drawn upload={field.upload} view={form.view} />
            )}
            <span className={ui.hint} role="status">
              {size ? `Your ${field.upload}` : field.without}
            </span>
          </>
        }
        action={
          size && (
            <IconButton
              size="sm"
              label={`Remove: ${label}`}
              icon={<CloseIcon />}
              disabled={uploads.busy}
              onClick={() => {
                flushSync(() => put(deliveredImage))
                // This button goes with the image.
                place.current?.querySelector('input')?.focus()
              }}
            />
          )
        }
      />
      <SmallImageNote image={isLargeLogo ? undefined : size} sharp={sharp} />
      {upload.progress}
    </div>
  )
}

/** What is drawn without an upload: the mark, or the share image with the portrait in its frame. */
function Drawn({ upload, view: { drawn, brand } }: { upload: UploadKind; view: SitePreview }): ReactNode {
  const [live, reach] = [useBrand(), useReach()]
  if (upload === 'logo') {
    if (!live || !reach) return null
    return (
      <span className={`${ui.center} ${ui.thumbnail} ${styles.mark}`}>
        <Previewed value={{ brand: { ...live, mark: drawn.mark }, reach, path: '' }}>
          <Monogram />
        </Previewed>
      </span>
    )
  }
  const { portrait } = brand
  return (
    <span className={`${ui.thumbnail} ${styles.drawn}`}>
      <img className={ui.filling} src={`data:image/svg+xml,${encodeURIComponent(drawn.share)}`} alt="" />
      {portrait && <img className={ui.filling} src={`${portrait.src}${portrait.widths[0]}.webp`} alt="" />}
    </span>
  )
}

/** The six of the slider: moved, replaced, described. */
export function Slides(form: SiteForm) {
  const { slides } = form.content.slider
  const { uploads } = form
  const { last } = uploads
  const isOwn = last.input?.startsWith('Image ')
  // Slides stay where they are during an upload. The description is about the image before, unless it was typed meanwhile.
  const choose = (at: number, alt: string) =>
    uploads.choose(`Image ${at + 1}`, 'image', (image) => {
      const replace = (slide: { alt: string }) => ({ image, alt: slide.alt === alt ? '' : slide.alt })
      form.change(`slider.slides.${at}`, replace)
    })
  const free = slides.findIndex((_, at) => !slides.some(({ image }) => image === `${at + 1}`)) + 1
  return (
    <div className={fields.field}>
      <RowList
        grid
        entries={slides}
        nameOf={({ alt }) => alt}
        fixed={uploads.busy}
        part={{
          label: (name) => `Remove the image of ${name}`,
          without: ({ image }) => (isUploaded(image) ? { image: String(free), alt: '' } : undefined),
        }}
        onChange={(update) => form.change('slider.slides', update)}
      >
        {({ image, alt }, at) => (
          <>
            <ImageFrame
              aria-label={`Image ${at + 1}`}
              className={classes(
                fields.cover,
                uploads.busy && last.input === `Image ${at + 1}` && styles.busy,
              )}
              src={slideUrl(image, form.delivered)}
              disabled={uploads.busy}
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
          const size = sizeOfImage(image)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image may be there twice
            <Fragment key={at}>
              <FieldError>{error}</FieldError>
              {size && isSmall(size, sharpSlide) && (
                <p className={ui.hint}>{smallText(`Image ${at + 1}`, size, sharpSlide)}</p>
              )}
            </Fragment>
          )
        })}
      </div>
      {isOwn && last.progress}
      <FieldError>{isOwn && last.error && `${last.input}: ${last.error}`}</FieldError>
      <p className={ui.hint}>
        Press an image to choose another one, or drop a file on it: {sizeText(sharpSlide)} or larger, at most
        10 MB. Move it by its corner, or with the arrows.
      </p>
    </div>
  )
}

export function Logos(form: SiteForm) {
  const { list } = form.content.logos
  const add = (image: string) => form.change('logos.list', (now: typeof list) => [...now, { image, alt: '' }])
  const { uploads } = form
  const { progress, error } = uploads.of('logo')
  return (
    <div className={fields.field}>
      <RowList
        grid
        entries={list}
        nameOf={({ alt }) => alt}
        fixed={uploads.busy}
        onChange={(update) => form.change('logos.list', update)}
        end={
          list.length < siteEntries.logos && (
            <ImageFrame
              className={classes(styles.client, styles.add)}
              aria-label="Add logo"
              disabled={uploads.busy}
              onFiles={uploads.choose('logo', 'logo', add)}
            >
              <AddIcon />
              Add logo
            </ImageFrame>
          )
        }
      >
        {({ image }, at) => (
          <>
            <span className={`${ui.center} ${styles.client}`}>
              <img className={icons.inked} src={uploadUrl(image, 'logo') ?? ''} alt="" />
            </span>
            <Text
              field={altOf(`Name of logo ${at + 1}`, 'Whose it is')}
              around={`logos.list.${at}`}
              form={form}
              isInRow
            />
            <FieldError>{form.errors[`logos.list.${at}.image`]}</FieldError>
          </>
        )}
      </RowList>
      {progress}
      <FieldError>{error}</FieldError>
      <p className={ui.hint}>
        PNG or WebP with a transparent ground. Every logo is shown in ink, 44 px high. The section appears
        from three logos on.
      </p>
    </div>
  )
}
