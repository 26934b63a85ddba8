// The sections of the other pages and of links in the site editor.
import { siteLimits as max, type SiteContent, wayKinds } from '../../contract/site.ts'
import type { DeliveredImages } from '../../contract/site-calls.ts'
import { deliveredImage, isUploaded, noPortrait } from '../../contract/site-images.ts'
import { Checkbox, Select } from '../ui/field.tsx'
import { SmallImageNote, sizeText } from './image-size.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { SiteImageField } from './site-image.tsx'
import { sharpSizes, uploadedSize } from './site-image-sizes.ts'
import { Rows, type SectionProps, SiteFieldset } from './site-section.tsx'
import { imageUrl } from './site-shown-images.ts'
import { Count, SiteText } from './site-text.tsx'

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
  const hasPortrait = value.portrait !== noPortrait
  return (
    <SiteFieldset section="about">
      <SiteText
        label="Heading"
        path="about.heading"
        value={value.heading}
        max={max.heading}
        errors={errors}
        onChange={(heading) => set({ heading })}
      />
      <MarkdownField
        label="Text"
        rows={10}
        value={value.text}
        error={errors['about.text']}
        aside={<Count value={value.text} max={max.aboutText} />}
        onChange={(text) => set({ text })}
      />
      <SiteText
        label="Heading of the skills"
        path="about.skillsHeading"
        value={value.skillsHeading}
        max={max.heading}
        errors={errors}
        onChange={(skillsHeading) => set({ skillsHeading })}
      />
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
  return (
    <SiteFieldset section="contact">
      <SiteText
        label="Lead"
        rows={3}
        path="contact.lead"
        value={value.lead}
        max={max.lead}
        errors={errors}
        onChange={(lead) => change('contact', { ...value, lead })}
      />
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
        {(way, path, set) => (
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
              path={`${path}.value`}
              value={way.value}
              errors={errors}
              onChange={(text) => set({ ...way, value: text })}
            />
            {way.kind === 'booking' && (
              <SiteText
                hideLabel
                label="URL of the booking page"
                placeholder="https://"
                path={`${path}.url`}
                value={way.url}
                errors={errors}
                onChange={(url) => set({ ...way, url })}
              />
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
        {(profile, path, set) => (
          <>
            <SiteText
              hideLabel
              label="Site"
              placeholder="GitHub"
              path={`${path}.site`}
              value={profile.site}
              max={max.label}
              errors={errors}
              onChange={(site) => set({ ...profile, site })}
            />
            <SiteText
              hideLabel
              label="Shown as"
              placeholder="@you"
              path={`${path}.name`}
              value={profile.name}
              max={max.shownName}
              errors={errors}
              onChange={(name) => set({ ...profile, name })}
            />
            <SiteText
              hideLabel
              label="URL"
              placeholder="https://"
              path={`${path}.url`}
              value={profile.url}
              errors={errors}
              onChange={(url) => set({ ...profile, url })}
            />
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
        {(link, path, set) => (
          <>
            <SiteText
              hideLabel
              label="Text"
              placeholder="Text"
              path={`${path}.label`}
              value={link.label}
              max={max.label}
              errors={errors}
              onChange={(label) => set({ ...link, label })}
            />
            <SiteText
              hideLabel
              label="URL"
              placeholder="https:// or /about"
              path={`${path}.url`}
              value={link.url}
              errors={errors}
              onChange={(url) => set({ ...link, url })}
            />
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}
