// One section of the site editor, and a list of rows in it.

import type { ReactNode } from 'react'
import { type SiteContent, type SiteSection, siteEntries } from '../../../contract/site.ts'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { RowList } from '../../ui/list/row-list.tsx'
import { AddIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as styles from './site.module.css'
import { type Change, type SiteErrors, sectionNames } from './site-edit.ts'
import { type Texts, textsOf } from './site-text.tsx'

export interface SectionProps<Section extends SiteSection> {
  value: SiteContent[Section]
  errors: SiteErrors
  change: Change
}

export function SiteFieldset({ section, children }: { section: SiteSection; children: ReactNode }) {
  return (
    <section className={styles.section} id={`site-${section}`} aria-labelledby={`site-${section}-title`}>
      <div className={typography.partTitle}>
        <h2 id={`site-${section}-title`}>{sectionNames[section]}</h2>
      </div>
      <div className={`${layout.stack} ${styles.fields}`}>{children}</div>
    </section>
  )
}

interface RowsProps<Entry extends object> {
  /** Above the rows, where the section has more than one list. */
  label?: string
  list: readonly Entry[]
  of: keyof typeof siteEntries
  /** "skill": what one row is. */
  noun: string
  /** Of the list in the content. */
  path: string
  errors: SiteErrors
  nameOf: (entry: Entry) => string
  empty: Entry
  tall?: boolean
  onChange: (list: Entry[]) => void
  /** With the props of the row's texts, by their names. */
  children: (text: Texts<Entry>, entry: Entry, change: (entry: Entry) => void, path: string) => ReactNode
}

/** Rows, a button that adds one, and what the list itself has wrong. */
export function Rows<Entry extends object>({
  label,
  list,
  of,
  noun,
  path,
  errors,
  empty,
  onChange,
  children,
  ...rest
}: RowsProps<Entry>) {
  const isFull = list.length >= siteEntries[of]
  return (
    <div className={`${layout.stack} ${styles.rows}`}>
      {label && <p className={field.label}>{label}</p>}
      {list.length > 0 && (
        <RowList entries={list} onChange={onChange} {...rest}>
          {(entry, at, change) =>
            children(textsOf(`${path}.${at}`, entry, errors, change), entry, change, `${path}.${at}`)
          }
        </RowList>
      )}
      {errors[path] && <FieldError>{errors[path]}</FieldError>}
      {isFull ? (
        <p className={field.hint}>{siteEntries[of]} at most.</p>
      ) : (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange([...list, empty])}>
            <AddIcon size="s" />
            Add {noun}
          </Button>
        </div>
      )}
    </div>
  )
}
