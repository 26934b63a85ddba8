// A field of the site editor: the control for its kind, lists of rows with fields of their own, and Home's sections, which are
// moved and switched.

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { listProjects } from '../../../contract/portfolio.ts'
import {
  deliveredImage,
  type HomeSection,
  hasContent,
  homeSections,
  leastLogos,
  noImage,
  type ServiceIcon,
  type SiteContent,
  siteEntries,
  slideCount,
} from '../../../contract/site.ts'
import { valueAt } from '../../forms/paths.ts'
import { Button } from '../../ui/button.tsx'
import * as fields from '../../ui/field.module.css'
import { Checkbox, FieldError, RadioCards, Select, TextField } from '../../ui/field.tsx'
import { path } from '../../ui/icons.tsx'
import { moveHelp, RowList } from '../../ui/list/row-list.tsx'
import * as ui from '../../ui/primitives.module.css'
import { AddIcon } from '../../ui/tool-icons.tsx'
import { read } from '../lists/admin-queries.ts'
import { counted } from '../lists/times.tsx'
import * as styles from './site.module.css'
import type { SiteForm } from './site-edit.ts'
import { emptyRow, pathOf, type RowsOf, sectionName, shownCells, type Values } from './site-fields.ts'
import { Image, Logos, Slides } from './site-images.tsx'
import { Colour, type ControlProps, IconPicker, SiteWords, Text, Typefaces } from './site-inputs.tsx'

/** Each is at one place of the content. */
const owns = {
  ...{ sections: HomeSections, logos: Logos, slides: Slides },
  ...{ colour: Colour, pair: Typefaces, words: SiteWords },
}

export function Control({ field, ...rest }: ControlProps) {
  const { around, form, isInRow } = rest
  const path = pathOf(around, field)
  const value = valueAt(form.content, path)
  const change = (next: unknown) => form.change(path, next)
  const values = valueAt(form.content, around) as Values
  if (field.when && !field.when(values)) return null
  switch (field.kind) {
    case 'text':
      return <Text field={field} {...rest} />
    case 'image':
      return (
        <>
          {value !== noImage && <Image field={field} {...rest} />}
          {field.none && (
            <Checkbox
              label={field.none}
              checked={value === noImage}
              onChange={({ target }) => change(target.checked ? noImage : deliveredImage)}
            />
          )}
        </>
      )
    case 'rows':
      return <Rows field={field} {...rest} />
    case 'project':
      return <ProjectChoice label={field.label} value={String(value)} onChange={change} />
    case 'icon':
      return (
        <IconPicker
          label={`Icon of ${values.title || 'this service'}`}
          value={value as ServiceIcon}
          onChange={change}
        />
      )
    case 'percent':
      return (
        <div className={styles.percent}>
          <TextField
            label={field.label}
            hideLabel
            dense
            inputMode="numeric"
            value={Number.isNaN(value) ? '' : String(value)}
            error={form.errors[path]}
            onChange={({ target }) => change(Number(target.value.replace(/\D/g, '').slice(0, 4)))}
          />
        </div>
      )
    case 'choice':
      return (
        <Select
          label={field.label}
          hint={field.hint}
          hideLabel={isInRow}
          dense={isInRow}
          value={String(value)}
          options={field.options}
          onChange={({ target }) => change(target.value)}
        />
      )
    case 'cards':
      return (
        <RadioCards label={field.label} value={String(value)} options={field.options} onChange={change} />
      )
    default: {
      const Own = owns[field.kind]
      return <Own {...form} />
    }
  }
}

function Rows({ field, around, form }: ControlProps<RowsOf>) {
  const path = pathOf(around, field)
  const { errors, change } = form
  const list = valueAt(form.content, path) as Values[]
  const atMost = siteEntries[field.of]
  const place = useRef<HTMLDivElement>(null)
  const add = () => {
    flushSync(() => change(path, [...list, emptyRow(field)]))
    place.current
      ?.querySelector<HTMLElement>(':scope > ul > li:last-child :is(input, select, textarea)')
      ?.focus()
  }
  const [first] = field.cells.filter(({ kind }) => kind === 'text')
  return (
    <div className={`${ui.stack} ${styles.rows}`} ref={place}>
      {field.label && <p className={fields.label}>{field.label}</p>}
      <RowList
        tall={field.shape !== undefined}
        entries={list}
        nameOf={(row) => String(row[first?.key ?? ''])}
        onChange={(update) => change(path, update)}
      >
        {(row, at) => {
          const cells = shownCells(field, row).map((cell) => (
            <Control key={cell.label} field={cell} around={`${path}.${at}`} form={form} isInRow />
          ))
          if (field.shape === 'card') return <div className={styles.card}>{cells}</div>
          const [icon, ...texts] = cells
          if (field.cells[0]?.kind !== 'icon') return cells
          return (
            <>
              {icon}
              <div className={ui.stack}>{texts}</div>
            </>
          )
        }}
      </RowList>
      <FieldError>{errors[path]}</FieldError>
      {list.length >= atMost ? (
        <p className={ui.hint}>{atMost} at most.</p>
      ) : (
        <div>
          <Button variant="secondary" size="sm" onClick={add}>
            <AddIcon size="s" />
            Add {field.noun}
          </Button>
        </div>
      )}
      {field.hint && <p className={ui.hint}>{field.hint}</p>}
    </div>
  )
}

const LockIcon = path('M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9')

function HomeSections({ content, change }: SiteForm) {
  return (
    <div className={styles.homeSections}>
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
        onChange={(update) => change('home', update)}
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

function ProjectChoice({ label, value, onChange }: ChoiceProps) {
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
