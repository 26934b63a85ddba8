// A field of the site editor: the control for its kind, and lists of rows with fields of their own.
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { deliveredImage, noImage, type ServiceIcon, siteEntries } from '../../../contract/site.ts'
import { Button } from '../../ui/button.tsx'
import * as fields from '../../ui/field.module.css'
import { Checkbox, FieldError, RadioCards, Select, TextField } from '../../ui/field.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import * as ui from '../../ui/primitives.module.css'
import { AddIcon } from '../../ui/tool-icons.tsx'
import * as styles from './site.module.css'
import { emptyRow, pathOf, type RowsOf, shownCells, type Values, valueAt } from './site-fields.ts'
import { HomeSections, ProjectChoice } from './site-home.tsx'
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
      {list.length > 0 && (
        <RowList
          tall={field.shape !== undefined}
          entries={list}
          nameOf={(row) => String(row[first?.key ?? ''])}
          onChange={(next) => change(path, next)}
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
      )}
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
