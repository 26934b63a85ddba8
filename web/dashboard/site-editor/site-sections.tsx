// The sections of the site editor, but for the slider and the colour.
import type { DeliveredImages, Mark, SitePreview } from '../../../contract/responses/site.ts'
import {
  deliveredImage,
  heroTargets,
  isUploaded,
  siteLimits as max,
  noPortrait,
  type SiteContent,
  wayKinds,
} from '../../../contract/site.ts'
import { descriptionOf } from '../../../contract/site-calls.ts'
import { Previewed, useBrand, useReach } from '../../brand.ts'
import { Monogram } from '../../monogram.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox, Select } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { moveHelp } from '../../ui/list/sorting.tsx'
import { classes } from '../../ui/styles.ts'
import { SmallImageNote, sizeText } from '../project-images/image-size.tsx'
import { IconPicker } from './icon-picker.tsx'
import * as styles from './site.module.css'
import * as images from './site-image.module.css'
import { SiteImageField } from './site-image.tsx'
import { imageUrl, logoUrl, sharpSizes, uploadedLogoSize, uploadedSize } from './site-images.ts'
import { Rows, type SectionProps, SiteFieldset } from './site-section.tsx'
import { SiteText, textsOf } from './site-text.tsx'

export function StatsSection({ value, errors, change }: SectionProps<'stats'>) {
  return (
    <SiteFieldset section="stats">
      <Rows
        list={value}
        of="stats"
        noun="stat"
        path="stats"
        errors={errors}
        nameOf={({ label }) => label}
        empty={{ label: '', value: '' }}
        onChange={(list) => change('stats', list)}
      >
        {(text) => (
          <>
            <SiteText hideLabel label="Label" max={max.statLabel} {...text('label')} />
            <SiteText hideLabel label="Value" max={max.statValue} {...text('value')} />
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}

export function ServicesSection({ value, errors, change }: SectionProps<'services'>) {
  const text = textsOf('services', value, errors, (changed) => change('services', changed))
  return (
    <SiteFieldset section="services">
      <SiteText label="Heading" max={max.heading} {...text('heading')} />
      <Rows
        tall
        list={value.list}
        of="services"
        noun="service"
        path="services.list"
        errors={errors}
        nameOf={({ title }) => title}
        empty={{ title: '', description: '', icon: 'web' as const }}
        onChange={(list) => change('services', { ...value, list })}
      >
        {(text, service, set) => (
          <>
            <IconPicker
              label={`Icon of ${service.title || 'this service'}`}
              value={service.icon}
              onChange={(icon) => set({ ...service, icon })}
            />
            <div className={layout.stack}>
              <SiteText hideLabel label="Name" max={max.serviceTitle} {...text('title')} />
              <SiteText hideLabel rows={3} label="Text" max={max.serviceText} {...text('description')} />
            </div>
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}

export function SkillsSection({ value, errors, change }: SectionProps<'skills'>) {
  const text = textsOf('skills', value, errors, (changed) => change('skills', changed))
  return (
    <SiteFieldset section="skills">
      <SiteText label="Heading" max={max.heading} {...text('heading')} />
      <Rows
        list={value.list}
        of="skills"
        noun="skill"
        path="skills.list"
        errors={errors}
        nameOf={({ name }) => name}
        empty={{ name: '', percentage: 50 }}
        onChange={(list) => change('skills', { ...value, list })}
      >
        {(text, skill, set, path) => (
          <>
            <SiteText hideLabel label="Skill" max={max.skill} {...text('name')} />
            <div className={styles.percent}>
              <SiteText
                hideLabel
                label="Percent"
                inputMode="numeric"
                value={Number.isNaN(skill.percentage) ? '' : String(skill.percentage)}
                error={errors[`${path}.percentage`]}
                onChange={(text) =>
                  set({ ...skill, percentage: Number(text.replace(/\D/g, '').slice(0, 4)) })
                }
              />
            </div>
          </>
        )}
      </Rows>
      <p className={field.hint}>{moveHelp}</p>
    </SiteFieldset>
  )
}

const targets: Record<(typeof heroTargets)[number], string> = {
  '/contact': 'Contact',
  '/portfolio': 'Portfolio',
  '/about': 'About',
}

export function NameSection({
  value,
  errors,
  change,
  mark,
}: SectionProps<'name'> & { mark: Mark | undefined }) {
  const logo = logoUrl(value.logo)
  const set = (changed: Partial<SiteContent['name']>) => change('name', { ...value, ...changed })
  const text = textsOf('name', value, errors, set)
  return (
    <SiteFieldset section="name">
      <div className={layout.columns}>
        <SiteText label="Brand" max={max.brand} {...text('brand')} />
        <SiteText label="Your name" max={max.owner} {...text('owner')} />
      </div>
      <SiteImageField
        label="Logo"
        kind="logo"
        hint={`Square, ${sizeText(sharpSizes.logo)} or larger: PNG, JPEG or WebP, at most 10 MB. It stands on paper, in the dark theme too. Icons and emails follow it.`}
        shown={
          logo ? (
            <img className={images.logo} src={logo} alt="" />
          ) : (
            <span className={`${layout.center} ${images.mark}`}>{mark && <OwnMark mark={mark} />}</span>
          )
        }
        state={logo ? 'Your logo' : 'Drawn from your initials'}
        error={errors['name.logo']}
        notes={<SmallImageNote image={uploadedLogoSize(value.logo)} sharp={sharpSizes.logo} />}
        onRemove={logo ? () => set({ logo: deliveredImage }) : undefined}
        onStored={(name) => set({ logo: name })}
      />
    </SiteFieldset>
  )
}

/** What is shown without an upload, also while one is live. */
function OwnMark({ mark }: { mark: Mark }) {
  const [brand, reach] = [useBrand(), useReach()]
  if (!brand || !reach) return null
  return (
    <Previewed value={{ brand: { ...brand, mark }, reach, path: '' }}>
      <Monogram />
    </Previewed>
  )
}

export function HeroSection({ value, errors, change }: SectionProps<'hero'>) {
  const set = (changed: Partial<SiteContent['hero']>) => change('hero', { ...value, ...changed })
  const text = textsOf('hero', value, errors, set)
  return (
    <SiteFieldset section="hero">
      <div className={layout.columns}>
        <SiteText label="Greeting" max={max.greeting} {...text('greeting')} />
        <SiteText label="Role" max={max.role} {...text('role')} />
      </div>
      <SiteText label="Line" max={max.heroLine} {...text('line')} />
      <div className={layout.columns}>
        <SiteText label="Button" max={max.button} {...text('button')} />
        <Select
          label="Leads to"
          value={value.leadsTo}
          options={heroTargets.map((target) => ({ value: target, label: targets[target] }))}
          onChange={({ target }) => set({ leadsTo: target.value as SiteContent['hero']['leadsTo'] })}
        />
      </div>
    </SiteFieldset>
  )
}

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
      <div className={layout.columns}>
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
    <span className={classes(field.preview, images.drawn)}>
      <img src={`data:image/svg+xml,${encodeURIComponent(drawn.share)}`} alt="" />
      {portrait && <img src={`${portrait.src}${portrait.widths[0]}.webp`} alt="" />}
    </span>
  )
}
