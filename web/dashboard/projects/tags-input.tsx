// Categories as tags: Enter adds, a comma splits, Backspace in the empty box takes the last one away.

import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { categoryLength } from '../../../contract/limits.ts'
import { categoryKey, categoryList, categoryTooLong } from '../../../contract/portfolio.ts'
import * as field from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import * as layout from '../../ui/layout.module.css'
import { Announcement } from '../../ui/notice.tsx'
import * as styles from './project-section.module.css'

export interface Tags {
  list: string[]
  /** What stands in the box and is not a tag yet; it counts when the form is sent. */
  pending: string
}

type Props = {
  label: string
  hint: string
  value: Tags
  onChange: (value: Tags) => void
  suggestions: readonly string[]
  error?: string | undefined
  disabled?: boolean
}

/** All that was entered, without doubles. */
export function allTags({ list, pending }: Tags): string[] {
  return categoryList([...list, ...pending.split(',')])
}

const isTooLong = (name: string) => name.length > categoryLength

export function TagsInput({ label, hint, value, onChange, suggestions, error, disabled }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [spoken, setSpoken] = useState('')

  const add = (names: string[], pending: string) => {
    const fitting = categoryList(names).filter((name) => !isTooLong(name))
    const rest = [...categoryList(names).filter(isTooLong), pending].filter(Boolean).join(', ')
    const list = categoryList([...value.list, ...fitting])
    const added = list.slice(value.list.length)
    if (rest !== pending) setSpoken(categoryTooLong)
    else if (added.length > 0) setSpoken(`${added.join(', ')} added`)
    onChange({ list, pending: rest })
  }
  const remove = (tag: string) => {
    setSpoken(`${tag} removed`)
    onChange({ ...value, list: value.list.filter((one) => one !== tag) })
    box.current?.focus()
  }
  const type = (text: string, chosen: boolean) => {
    const names = text.split(',')
    const rest = names.pop() ?? ''
    // A suggestion taken from the list is meant as it stands.
    if (chosen) add([...names, rest], '')
    else if (names.length > 0) add(names, rest.trimStart())
    else onChange({ ...value, pending: text })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add([value.pending], '')
    } else if (event.key === 'Backspace' && !value.pending && !event.repeat) {
      const last = value.list.at(-1)
      if (last) remove(last)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\n,]/.test(text)) return
    event.preventDefault()
    add(`${value.pending}${text}`.split(/[\n,]/), '')
  }

  const hasTooLong = categoryList(value.pending).some(isTooLong)
  const taken = new Set(value.list.map(categoryKey))
  return (
    <Field label={label} hint={hint} error={error ?? (hasTooLong ? categoryTooLong : undefined)}>
      {(wiring) => (
        <div
          className={`${layout.cluster} ${field.input} ${styles.tags}`}
          data-invalid={wiring['aria-invalid']}
        >
          {value.list.map((tag) => (
            <span className={styles.tag} key={tag}>
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                disabled={disabled}
                onClick={() => remove(tag)}
              >
                <CloseIcon size="s" />
              </button>
            </span>
          ))}
          <input
            {...wiring}
            ref={box}
            list={listId}
            autoComplete="off"
            enterKeyHint="done"
            disabled={disabled}
            value={value.pending}
            onChange={(event) => {
              const { inputType } = event.nativeEvent as InputEvent
              type(event.target.value, inputType === undefined || inputType === 'insertReplacementText')
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <datalist id={listId}>
            {suggestions
              .filter((name) => !taken.has(categoryKey(name)))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
          <Announcement>{spoken}</Announcement>
        </div>
      )}
    </Field>
  )
}
