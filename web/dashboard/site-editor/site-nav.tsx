// The sections of the site editor: links next to the form, or a select above it.
import { siteSections } from '../../../contract/site.ts'
import { Select } from '../../ui/field.tsx'
import * as forms from '../../ui/form.module.css'
import * as visually from '../../ui/visually-hidden.module.css'
import * as styles from './site.module.css'
import { type SiteEdit, sectionNames } from './site-edit.ts'

/** Links to the sections next to the form; where there is no space, a select above it. */
export function Sections({ changed }: Pick<SiteEdit, 'changed'>) {
  return (
    <>
      <nav className={styles.sections} aria-label="Sections">
        {siteSections.map((name) => (
          <a key={name} href={`#site-${name}`}>
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
          options={siteSections.map((name) => ({
            value: `site-${name}`,
            label: changed.includes(name) ? `${sectionNames[name]} (changed)` : sectionNames[name],
          }))}
          onChange={({ target }) => document.getElementById(target.value)?.scrollIntoView()}
        />
      </div>
    </>
  )
}
