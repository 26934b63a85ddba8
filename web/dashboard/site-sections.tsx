// The other sections of Home in the site editor.
import { siteLimits as max } from '../../contract/site.ts'
import * as field from '../ui/field.module.css'
import { moveHelp } from '../ui/row-list.tsx'
import { IconPicker } from './icon-picker.tsx'
import * as styles from './site.module.css'
import { Rows, type SectionProps, SiteFieldset } from './site-section.tsx'
import { SiteText } from './site-text.tsx'

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
        {(stat, path, set) => (
          <>
            <SiteText
              hideLabel
              label="Label"
              path={`${path}.label`}
              value={stat.label}
              max={max.statLabel}
              errors={errors}
              onChange={(label) => set({ ...stat, label })}
            />
            <SiteText
              hideLabel
              label="Value"
              path={`${path}.value`}
              value={stat.value}
              max={max.statValue}
              errors={errors}
              onChange={(text) => set({ ...stat, value: text })}
            />
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}

export function ServicesSection({ value, errors, change }: SectionProps<'services'>) {
  return (
    <SiteFieldset section="services">
      <SiteText
        label="Heading"
        path="services.heading"
        value={value.heading}
        max={max.heading}
        errors={errors}
        onChange={(heading) => change('services', { ...value, heading })}
      />
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
        {(service, path, set) => (
          <>
            <div className={styles.fixed}>
              <IconPicker
                label={`Icon of ${service.title || 'this service'}`}
                value={service.icon}
                onChange={(icon) => set({ ...service, icon })}
              />
            </div>
            <div className={styles.stack}>
              <SiteText
                hideLabel
                label="Name"
                path={`${path}.title`}
                value={service.title}
                max={max.serviceTitle}
                errors={errors}
                onChange={(title) => set({ ...service, title })}
              />
              <SiteText
                hideLabel
                rows={3}
                label="Text"
                path={`${path}.description`}
                value={service.description}
                max={max.serviceText}
                errors={errors}
                onChange={(description) => set({ ...service, description })}
              />
            </div>
          </>
        )}
      </Rows>
    </SiteFieldset>
  )
}

export function SkillsSection({ value, errors, change }: SectionProps<'skills'>) {
  return (
    <SiteFieldset section="skills">
      <SiteText
        label="Heading"
        path="skills.heading"
        value={value.heading}
        max={max.heading}
        errors={errors}
        onChange={(heading) => change('skills', { ...value, heading })}
      />
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
        {(skill, path, set) => (
          <>
            <SiteText
              hideLabel
              label="Skill"
              path={`${path}.name`}
              value={skill.name}
              max={max.skill}
              errors={errors}
              onChange={(name) => set({ ...skill, name })}
            />
            <div className={styles.percent}>
              <SiteText
                hideLabel
                label="Percent"
                inputMode="numeric"
                path={`${path}.percentage`}
                value={Number.isNaN(skill.percentage) ? '' : String(skill.percentage)}
                errors={errors}
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
