// The sections of the site editor: links next to the form, or a select above it.
import { useEffect, useState } from 'react'
import { siteSections } from '../../contract/site.ts'
import { Select } from '../ui/field.tsx'
import * as forms from '../ui/form.module.css'
import * as visually from '../ui/visually-hidden.module.css'
import * as styles from './site.module.css'
import { type SiteEdit, sectionNames } from './site-edit.ts'

/** Links to the sections next to the form; where there is no space, a select above it. */
export function Sections({ changed }: Pick<SiteEdit, 'changed'>) {
  const [current, setCurrent] = useState<string>(siteSections[0])
  useEffect(() => {
    // The one at the top of the window, below the bar.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) setCurrent(target.id.replace('site-', ''))
      },
      { rootMargin: '-100px 0px -70% 0px' },
    )
    for (const name of siteSections) {
      const section = document.getElementById(`site-${name}`)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <nav className={styles.sections} aria-label="Sections">
        {siteSections.map((name) => (
          <a key={name} href={`#site-${name}`} aria-current={name === current ? 'true' : undefined}>
            {sectionNames[name]}
            {changed.includes(name) && (
              <>
                <i />
                <span className={visually.hidden}>, changed</span>
              </>
            )}
          </a>
        ))}
      </nav>
      <div className={`${styles.jump} ${forms.form}`}>
        <Select
          label="Section"
          value={current}
          options={siteSections.map((name) => ({
            value: name,
            label: changed.includes(name) ? `${sectionNames[name]} (changed)` : sectionNames[name],
          }))}
          onChange={({ target }) => {
            setCurrent(target.value)
            document.getElementById(`site-${target.value}`)?.scrollIntoView()
          }}
        />
      </div>
    </>
  )
}
