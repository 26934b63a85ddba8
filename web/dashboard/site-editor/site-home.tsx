// Home in the site editor: its sections, moved and switched, and the project that a quote is about.
import { useQuery } from '@tanstack/react-query'
import { listProjects } from '../../../contract/portfolio.ts'
import {
  type HomeSection,
  hasContent,
  homeSections,
  leastLogos,
  noImage,
  type SiteContent,
  slideCount,
} from '../../../contract/site.ts'
import { Select } from '../../ui/field.tsx'
import { path } from '../../ui/icons.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import { moveHelp } from '../../ui/list/sorting.tsx'
import * as ui from '../../ui/primitives.module.css'
import { read } from '../lists/admin-queries.ts'
import { counted } from '../lists/times.tsx'
import type { SiteForm } from './site-edit.ts'
import { sectionName } from './site-fields.ts'
import * as styles from './site-home.module.css'

const LockIcon = path('M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9')

export function HomeSections({ content, change }: SiteForm) {
  return (
    <div className={styles.sections}>
      <div className={`${ui.row} ${styles.fixed}`}>
        <LockIcon size="s" />
        <div>
          <b>Hero</b>
          <p className={ui.meta}>Always first</p>
        </div>
      </div>
      <RowList
        entries={content.home}
        nameOf={({ section }) => sectionName(section)}
        part={{ label: () => '', without: () => undefined }}
        onChange={(next) => change('home', next)}
      >
        {({ section, isShown }, at) => {
          const isFilled = hasContent(content, section)
          const isOn = isShown && isFilled
          return (
            <>
              <div data-off={!isOn || undefined}>
                <b>{sectionName(section)}</b>
                <p className={ui.meta}>{contentOf(content, section)}</p>
              </div>
              {/* Square, and a word says its state. */}
              <button
                type="button"
                role="switch"
                className={`${ui.row} ${styles.switch}`}
                aria-label={sectionName(section)}
                aria-checked={isOn}
                disabled={!isFilled}
                onClick={() => change(`home.${at}.isShown`, !isOn)}
              >
                {isOn ? 'On' : 'Off'}
              </button>
            </>
          )
        }}
      </RowList>
      <p className={ui.hint}>{moveHelp}</p>
    </div>
  )
}

export function homeState(content: SiteContent): string {
  const shown = content.home.filter(({ section, isShown }) => isShown && hasContent(content, section))
  return `${shown.length} of ${homeSections.length} shown`
}

/** What there is to show in it, or where to add it. */
function contentOf(content: SiteContent, section: HomeSection) {
  if (section === 'teaser')
    return `${slideCount} slides${content.slider.teaser === noImage ? ', no image above them' : ''}`
  const text = counted(content[section].list.length, section.slice(0, -1))
  if (hasContent(content, section))
    return section === 'skills' ? `${text}. About shows them either way.` : text
  return (
    <>
      {section === 'logos' ? `${text} of at least ${leastLogos}.` : 'None yet.'}{' '}
      <a className={ui.link} href={`#site-${section}`}>
        Add {section}
      </a>
    </>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (id: string) => void }

export function ProjectChoice({ label, value, onChange }: ChoiceProps) {
  const { data } = useQuery(read('projects', listProjects, { query: { status: 'published', limit: 100 } }))
  const options = [
    { value: '', label: 'Links to no project' },
    ...(data?.portfolios ?? []).map(({ id, pname }) => ({ value: id, label: `Links to ${pname}` })),
  ]
  if (!options.some((option) => option.value === value)) options.push({ value, label: `Links to ${value}` })
  return (
    <Select
      label={label}
      hideLabel
      dense
      value={value}
      options={options}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
