// The other sections of Home in the site editor.
import { siteLimits as max } from '../../../contract/site.ts'
import * as field from '../../ui/field.module.css'
import { moveHelp } from '../../ui/sorting.tsx'
import { IconPicker } from './icon-picker.tsx'
import * as styles from './site.module.css'
import { Rows, type SectionProps, SiteFieldset } from './site-section.tsx'
import { SiteText } from './site-text.tsx'
import { textsOf } from './site-texts.ts'

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
            <div className={styles.fixed}>
              <IconPicker
                label={`Icon of ${service.title || 'this service'}`}
                value={service.icon}
                onChange={(icon) => set({ ...service, icon })}
              />
            </div>
            <div className={styles.stack}>
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
