// The sections of the other pages and of links in the site editor.
import { siteLimits as max, type SiteContent, wayKinds } from '../../../contract/site.ts'
import type { DeliveredImages } from '../../../contract/site-calls.ts'
import { deliveredImage, isUploaded, noPortrait } from '../../../contract/site-images.ts'
import { Checkbox, Select } from '../../ui/field.tsx'
import { SmallImageNote, sizeText } from '../project-images/image-size.tsx'
import { SiteImageField } from './site-image.tsx'
import { sharpSizes, uploadedSize } from './site-image-sizes.ts'
import { Rows, type SectionProps, SiteFieldset } from './site-section.tsx'
import { imageUrl } from './site-shown-images.ts'
import { SiteText } from './site-text.tsx'
import { textsOf } from './site-texts.ts'

const wayNames: Record<(typeof wayKinds)[number], { label: string; value: string }> = {
  email: { label: 'Email', value: 'Email address' },
  phone: { label: 'Phone', value: 'Phone number' },
  booking: { label: 'Booking page', value: 'Text of the link' },
}

export function AboutSection({
  value,
  errors,
  change,
  delivered,
}: SectionProps<'about'> & { delivered: DeliveredImages }) {
  const set = (changed: Partial<SiteContent['about']>) => change('about', { ...value, ...changed })
  const text = textsOf('about', value, errors, set)
  const hasPortrait = value.portrait !== noPortrait
  return (
    <SiteFieldset section="about">
      <SiteText label="Heading" max={max.heading} {...text('heading')} />
      <SiteText
        label="Text"
        rows={10}
        max={max.aboutText}
        hint="Markdown: **bold**, *italic*, [link](address), lists and headings. HTML stays as typed."
        {...text('text')}
      />
      <SiteText label="Heading of the skills" max={max.heading} {...text('skillsHeading')} />
      {hasPortrait && (
        <SiteImageField
          label="Portrait"
          hint={`Also in the hero of Home, upright there. ${sizeText(sharpSizes.portrait)} or larger: PNG, JPEG or WebP, at most 10 MB.`}
          shown={imageUrl(value.portrait, delivered.portrait)}
          state={isUploaded(value.portrait) ? 'Your image' : 'As installed'}
          error={errors['about.portrait']}
          notes={<SmallImageNote image={uploadedSize(value.portrait)} sharp={sharpSizes.portrait} />}
          onRemove={isUploaded(value.portrait) ? () => set({ portrait: deliveredImage }) : undefined}
          onStored={(portrait) => set({ portrait })}
        />
      )}
      <Checkbox
        label="No portrait: show the logo or monogram in its place"
        checked={!hasPortrait}
        onChange={({ target }) => set({ portrait: target.checked ? noPortrait : deliveredImage })}
      />
    </SiteFieldset>
  )
}

export function ContactSection({ value, errors, change }: SectionProps<'contact'>) {
  const text = textsOf('contact', value, errors, (changed) => change('contact', changed))
  return (
    <SiteFieldset section="contact">
      <SiteText label="Lead" rows={3} max={max.lead} {...text('lead')} />
      <Rows
        label="Other ways to reach you"
        tall
        list={value.ways}
        of="ways"
        noun="way"
        path="contact.ways"
        errors={errors}
        nameOf={(way) => way.value || wayNames[way.kind].label}
        empty={{ kind: 'email' as const, value: '', url: '' }}
        onChange={(ways) => change('contact', { ...value, ways })}
      >
        {(text, way, set) => (
          <>
            <Select
              label="Kind"
              hideLabel
              dense
              value={way.kind}
              options={wayKinds.map((kind) => ({ value: kind, label: wayNames[kind].label }))}
              onChange={({ target }) => set({ ...way, kind: target.value as typeof way.kind })}
            />
            <SiteText
              hideLabel
              label={wayNames[way.kind].value}
              placeholder={wayNames[way.kind].value}
              {...text('value')}
            />
            {way.kind === 'booking' && (
              <SiteText hideLabel label="URL of the booking page" placeholder="https://" {...text('url')} />
            )}
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}

export function LinksSection({ value, errors, change }: SectionProps<'links'>) {
  return (
    <SiteFieldset section="links">
      <Rows
        label="Profiles, on Contact and in the footer"
        list={value.profiles}
        of="profiles"
        noun="profile"
        path="links.profiles"
        errors={errors}
        nameOf={({ site }) => site}
        empty={{ site: '', name: '', url: '' }}
        onChange={(profiles) => change('links', { ...value, profiles })}
      >
        {(text) => (
          <>
            <SiteText hideLabel label="Site" placeholder="GitHub" max={max.label} {...text('site')} />
            <SiteText hideLabel label="Shown as" placeholder="@you" max={max.shownName} {...text('name')} />
            <SiteText hideLabel label="URL" placeholder="https://" {...text('url')} />
          </>
        )}
      </Rows>
      <Rows
        label="More links in the footer"
        list={value.footer}
        of="footer"
        noun="link"
        path="links.footer"
        errors={errors}
        nameOf={({ label }) => label}
        empty={{ label: '', url: '' }}
        onChange={(footer) => change('links', { ...value, footer })}
      >
        {(text) => (
          <>
            <SiteText hideLabel label="Text" placeholder="Text" max={max.label} {...text('label')} />
            <SiteText hideLabel label="URL" placeholder="https:// or /about" {...text('url')} />
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}
