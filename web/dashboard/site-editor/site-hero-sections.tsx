// The names, and the hero of Home, in the site editor.

import type { Mark } from '../../../contract/brand.ts'
import { heroTargets, siteLimits as max, type SiteContent } from '../../../contract/site.ts'
import { deliveredImage } from '../../../contract/site-images.ts'
import { Previewed, useBrand, useReach } from '../../brand.ts'
import { Monogram } from '../../monogram.tsx'
import { Select } from '../../ui/field.tsx'
import * as forms from '../../ui/form.module.css'
import { SmallImageNote, sizeText } from '../project-images/image-size.tsx'
import * as styles from './site-image.module.css'
import { SiteImageField } from './site-image.tsx'
import { sharpSizes, uploadedLogoSize } from './site-image-sizes.ts'
import { type SectionProps, SiteFieldset } from './site-section.tsx'
import { logoUrl } from './site-shown-images.ts'
import { SiteText } from './site-text.tsx'
import { textsOf } from './site-texts.ts'

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
      <div className={forms.columns}>
        <SiteText label="Brand" max={max.brand} {...text('brand')} />
        <SiteText label="Your name" max={max.owner} {...text('owner')} />
      </div>
      <SiteImageField
        label="Logo"
        kind="logo"
        hint={`Square, ${sizeText(sharpSizes.logo)} or larger: PNG, JPEG or WebP, at most 10 MB. It stands on paper, in the dark theme too. Icons and emails follow it.`}
        shown={
          logo ? (
            <img className={styles.logo} src={logo} alt="" />
          ) : (
            <span className={styles.mark}>{mark && <OwnMark mark={mark} />}</span>
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
      <div className={forms.columns}>
        <SiteText label="Greeting" max={max.greeting} {...text('greeting')} />
        <SiteText label="Role" max={max.role} {...text('role')} />
      </div>
      <SiteText label="Line" max={max.heroLine} {...text('line')} />
      <div className={forms.columns}>
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
