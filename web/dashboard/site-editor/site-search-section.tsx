// What search engines and link previews show, in the site editor.
import { siteLimits as max, type SiteContent } from '../../../contract/site.ts'
import { deliveredImage, isUploaded } from '../../../contract/site-images.ts'
import { descriptionOf, type SitePreview } from '../../../contract/site-view.ts'
import { classes } from '../../ui/classes.ts'
import * as forms from '../../ui/form.module.css'
import * as file from '../../ui/image-input.module.css'
import { SmallImageNote, sizeText } from '../project-images/image-size.tsx'
import * as styles from './site-image.module.css'
import { SiteImageField } from './site-image.tsx'
import { sharpSizes, uploadedSize } from './site-image-sizes.ts'
import { type SectionProps, SiteFieldset } from './site-section.tsx'
import { imageUrl } from './site-shown-images.ts'
import { SiteText } from './site-text.tsx'
import { textsOf } from './site-texts.ts'

const pages = { home: 'Home', about: 'About', portfolio: 'Portfolio', contact: 'Contact' } as const

interface Props extends Omit<SectionProps<'search'>, 'value'> {
  content: SiteContent
  view: SitePreview | undefined
}

export function SearchSection({ content, errors, change, view }: Props) {
  const { search: value } = content
  const text = textsOf('search', value, errors, (changed) => change('search', changed))
  return (
    <SiteFieldset section="search">
      <div className={forms.columns}>
        {(Object.keys(pages) as (keyof typeof pages)[]).map((page) => (
          <SiteText
            key={page}
            label={`Description of ${pages[page]}`}
            rows={4}
            max={max.description}
            placeholder={descriptionOf(content, page)}
            {...text(page)}
          />
        ))}
      </div>
      <SiteImageField
        label="Share image"
        hint={`What link previews show. ${sizeText(sharpSizes.share)} or larger: PNG, JPEG or WebP, at most 10 MB.`}
        shown={isUploaded(value.image) ? imageUrl(value.image, '') : view && <DrawnShareImage view={view} />}
        state={isUploaded(value.image) ? 'Your image' : 'Drawn from your name'}
        error={errors['search.image']}
        notes={<SmallImageNote image={uploadedSize(value.image)} sharp={sharpSizes.share} />}
        onRemove={
          isUploaded(value.image)
            ? () => change('search', { ...value, image: deliveredImage, imageAlt: '' })
            : undefined
        }
        // What was said is about the image before.
        onStored={(image) => change('search', { ...value, image, imageAlt: '' })}
      />
      {isUploaded(value.image) && (
        <SiteText
          label="Description of the share image"
          hint="Read aloud where the link is shared. Without one nothing is said about the image."
          max={max.alt}
          {...text('imageAlt')}
        />
      )}
    </SiteFieldset>
  )
}

/** As the server draws it, with the portrait in its frame. */
function DrawnShareImage({ view: { drawn, brand } }: { view: SitePreview }) {
  const { portrait } = brand
  return (
    <span className={classes(file.preview, styles.drawn)}>
      <img src={`data:image/svg+xml,${encodeURIComponent(drawn.share)}`} alt="" />
      {portrait && <img src={`${portrait.src}${portrait.widths[0]}.webp`} alt="" />}
    </span>
  )
}
