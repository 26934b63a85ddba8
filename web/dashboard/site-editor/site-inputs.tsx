// The inputs of the site editor: texts, the drawing of a service, the accent and the typefaces.
import { useEffect, useId, useRef, useState } from 'react'
import {
  accentColours,
  accentContrast,
  cleanAccent,
  deliveredAccent,
  themes,
} from '../../../contract/accent.ts'
import { serviceDrawings } from '../../../contract/service-icons.ts'
import { isColour, type ServiceIcon, serviceIcons, wordLength } from '../../../contract/site.ts'
import {
  familyOf,
  fetchedFaces,
  latinFile,
  pairFaces,
  pairNames,
  typePairs,
} from '../../../contract/type-pairs.ts'
import { catalogues } from '../../../contract/words/catalogues.ts'
import { translator } from '../../../contract/words/translate.ts'
import { allWords, deliveredWords, type Word } from '../../../contract/words/words.ts'
import { valueAt } from '../../forms/paths.ts'
import { Drawing } from '../../site/home/sections.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import * as fields from '../../ui/field.module.css'
import { Field, RadioCards, SearchField } from '../../ui/field.tsx'
import * as menus from '../../ui/menu.module.css'
import * as ui from '../../ui/primitives.module.css'
import { moveFocus } from '../../ui/roving-focus.ts'
import { classes } from '../../ui/styles.ts'
import * as lists from '../lists/admin-list.module.css'
import { CountedText } from '../lists/parts.tsx'
import * as styles from './site.module.css'
import type { SiteForm } from './site-edit.ts'
import { type Field as AnyField, pathOf, type TextOf, translatedFields } from './site-fields.ts'

export type ControlProps<Of extends AnyField = AnyField> = {
  field: Of
  /** Of the section, or the row, that it is in. */
  around: string
  form: SiteForm
  /** Its heading says what it is. */
  isInRow?: boolean
}

export function Text({ field, around, form, isInRow }: ControlProps<TextOf>) {
  const { label, hint, max, rows, placeholder } = field
  const { chosen, words } = form.content.language
  const t = translator({ ...catalogues[chosen], ...words })
  const path = pathOf(around, field)
  const value = String(valueAt(form.content, path))
  const [isTyped, setTyped] = useState(false)
  // As delivered it is translated on the page; what is typed stays as it is, also where it begins with a word of those.
  const delivered = deliveredWords.find((word) => word === value && !isTyped && translatedFields.test(path))
  return (
    <CountedText
      {...{ label, hint, max, rows, isInRow }}
      value={delivered ? t(delivered) : value}
      placeholder={typeof placeholder === 'function' ? placeholder(form.content, t) : placeholder}
      error={form.errors[path]}
      onText={(text) => {
        setTyped(true)
        form.change(path, text)
      }}
    />
  )
}

/** The accent: picked or typed, with what becomes of it in both themes. */
export function Colour({ content, errors, change }: SiteForm) {
  const { accent } = content.colour
  const put = (next: string) => change('colour.accent', next)
  const input = useRef<HTMLInputElement>(null)
  const colours = accentColours(accent)
  return (
    <>
      <Field
        label="Accent colour"
        hint="The marker behind names, filters and the current page."
        error={errors['colour.accent']}
      >
        {(wiring) => (
          <div className={ui.row}>
            <input
              type="color"
              className={`${ui.outlined} ${styles.swatch}`}
              aria-label="Pick the accent colour"
              value={isColour(accent) ? cleanAccent(accent) : deliveredAccent}
              onChange={({ target }) => put(target.value)}
            />
            <input
              {...wiring}
              ref={input}
              className={classes(ui.outlined, fields.input, styles.hex)}
              value={accent}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => put(target.value)}
            />
            <Button
              variant="secondary"
              onClick={() => {
                put(deliveredAccent)
                input.current?.focus()
              }}
            >
              Default
            </Button>
          </div>
        )}
      </Field>
      {isColour(accent) && (
        <ul className={styles.themes} aria-label="Contrast of text on the accent">
          {themes.map((theme) => (
            <li key={theme} className={ui.row}>
              <span
                className={styles.text}
                style={{ background: colours[theme].mark, color: colours[theme].on }}
              />
              <Badge look="ok">
                {`${theme === 'light' ? 'Light' : 'Dark'} theme ${shownContrast(accentContrast(colours[theme]))}`}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** 4.59 as "4.5": cut, not rounded, so that no figure looks like more than it is. */
const shownContrast = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

/** The line drawing of a service: a button that opens all of them, six in a row. */
export function IconPicker({ label, value, onChange }: PickerProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [isOpen])
  return (
    <div className={styles.picker}>
      <button
        type="button"
        className={`${ui.center} ${ui.outlined} ${styles.icon}`}
        aria-label={`${label}: ${serviceDrawings[value].name}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <Drawing {...serviceDrawings[value]} />
      </button>
      <div
        id={id}
        className={`${menus.popup} ${styles.popup}`}
        popover="auto"
        role="listbox"
        aria-label={label}
        ref={list}
        onKeyDown={(event) => void moveFocus(event, '[role=option]', 6)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen &&
          serviceIcons.map((icon) => (
            <button
              key={icon}
              type="button"
              role="option"
              className={`${ui.center} ${ui.outlined} ${styles.icon}`}
              aria-label={serviceDrawings[icon].name}
              aria-selected={icon === value}
              tabIndex={icon === value ? 0 : -1}
              onClick={() => {
                list.current?.hidePopover()
                onChange(icon)
              }}
            >
              <Drawing {...serviceDrawings[icon]} />
            </button>
          ))}
      </div>
    </div>
  )
}

type PickerProps = { label: string; value: ServiceIcon; onChange: (icon: ServiceIcon) => void }

/** The owner's name in each pair. The dashboard itself has the delivered one, so it fetches the others for this. */
export function Typefaces({ content, change }: SiteForm) {
  useEffect(() => {
    for (const name of fetchedFaces)
      document.fonts.add(new FontFace(familyOf(name), `url(${latinFile(name)})`, { weight: '100 900' }))
  }, [])
  const options = typePairs.map((value) => {
    const [display, text] = pairFaces(value)
    const [label, hint] = pairNames[value]
    const sample = (
      <p key={value} className={styles.sample} style={{ fontFamily: familyOf(text) }}>
        <b style={{ fontFamily: familyOf(display) }}>{content.name.owner}</b>
        What I do, and for whom.
      </p>
    )
    return { value, label, hint, sample }
  })
  return (
    <RadioCards
      label="Typefaces"
      value={content.type.pair}
      options={options}
      onChange={(pair) => change('type.pair', pair)}
    />
  )
}

/** Before all are shown: those of the bar, and what every visitor meets. */
const first: readonly Word[] = [
  ...(['Home', 'About', 'Portfolio', 'Contact', 'View', 'Live preview', 'Next project'] as const),
  'No more projects to load',
]

export function SiteWords({ content, errors, change }: SiteForm) {
  const { chosen, words } = content.language
  const [search, setSearch] = useState('')
  const [areAll, setAll] = useState(false)
  const translated = (word: Word) => catalogues[chosen][word] ?? word
  const wanted = search.trim().toLowerCase()
  const isFound = (word: Word) =>
    [word, translated(word), words[word] ?? ''].some((text) => text.toLowerCase().includes(wanted))
  const shown = wanted
    ? allWords.filter(isFound)
    : areAll
      ? allWords
      : allWords.filter((word) => first.includes(word) || word in words)
  const own = allWords.filter((word) => words[word]).length
  const put = (word: Word, text: string) => {
    const { [word]: _, ...others } = words
    change('language.words', text === translated(word) ? others : { ...others, [word]: text })
  }
  return (
    <div>
      <div className={`${ui.cluster} ${styles.wordsHead}`}>
        <h3 className={fields.label}>Words</h3>
        {own > 0 && <p className={ui.meta}>{own === 1 ? '1 is yours' : `${own} are yours`}</p>}
        <div className={styles.wordsSearch}>
          <SearchField
            label="Search words"
            dense
            placeholder="Search..."
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
      </div>
      <ul className={`${ui.lined} ${lists.rows} ${styles.words}`}>
        {shown.map((word) => {
          const text = words[word]
          return (
            <li key={word} data-own={text ? '' : undefined}>
              <span className={styles.source}>{word}</span>
              <CountedText
                isInRow
                label={word}
                lang={chosen}
                placeholder={translated(word)}
                value={text ?? translated(word)}
                error={errors[`language.words.${word}`]}
                max={wordLength}
                onText={(text) => put(word, text)}
                // Emptied: the translation again, once the field is left.
                onBlur={() => text?.trim() === '' && put(word, translated(word))}
              />
              {text && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Reset ${word}`}
                  onClick={({ currentTarget }) => {
                    currentTarget.closest('li')?.querySelector('input')?.focus()
                    put(word, translated(word))
                  }}
                >
                  Reset
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p className={ui.hint}>No word has “{search.trim()}” in it.</p>}
      {!wanted && !areAll && (
        <Button variant="secondary" size="sm" className={styles.allWords} onClick={() => setAll(true)}>
          All {allWords.length} words
        </Button>
      )}
    </div>
  )
}
