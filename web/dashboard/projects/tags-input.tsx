// Categories as tags: Enter adds, a comma splits, Backspace in the empty box takes the last one away.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { categoryLength } from '../../../contract/limits.ts'
import { categoryKey, categoryList, categoryTooLong } from '../../../contract/portfolio.ts'
import { categoriesQuery } from '../../queries.tsx'
import * as field from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Announcement } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import type { ProjectForm } from './project-form.tsx'
import * as styles from './project-section.module.css'

export interface Tags {
  list: string[]
  /** What stands in the box and is not a tag yet; it counts when the form is sent. */
  pending: string
}

/** All that was entered, without doubles. */
export const allTags = ({ list, pending }: Tags) => categoryList([...list, ...pending.split(',')])

const hasTooLong = (text: string) => categoryList(text).some((name) => name.length > categoryLength)

export function TagsInput({ form: { values, errors, busy, set } }: { form: ProjectForm }) {
  const { list, pending } = values.categories
  const { data } = useQuery({ ...categoriesQuery, refetchOnMount: true })
  const put = (categories: Tags) => set({ categories })
  const box = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [announced, announce] = useState('')

  /** What comes after the last comma is not a tag yet, nor what is too long for one. */
  const type = (text: string) => {
    if (hasTooLong(text)) return put({ list, pending: text })
    const words = text.split(',')
    const rest = words.pop() ?? ''
    const all = categoryList([...list, ...words])
    if (all.length > list.length) announce(`${all.slice(list.length).join(', ')} added`)
    put({ list: all, pending: words.length > 0 ? rest.trimStart() : rest })
  }
  const remove = (tag: string) => {
    announce(`${tag} removed`)
    put({ list: list.filter((one) => one !== tag), pending })
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = list.at(-1)
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!hasTooLong(pending)) type(`${pending},`)
    } else if (event.key === 'Backspace' && !pending && !event.repeat && last) remove(last)
  }

  const taken = new Set(list.map(categoryKey))
  return (
    <Field
      label="Categories"
      hint="Press Enter to add. Commas split a list."
      error={errors.categories ?? (hasTooLong(pending) ? categoryTooLong : undefined)}
    >
      {(wiring) => (
        <div className={`${ui.cluster} ${ui.outlined} ${field.input} ${styles.tags}`}>
          {list.map((tag) => (
            <span className={`${ui.row} ${styles.tag}`} key={tag}>
              {tag}
              <button
                type="button"
                className={ui.center}
                aria-label={`Remove ${tag}`}
                disabled={busy}
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
            disabled={busy}
            value={pending}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
          <datalist id={listId}>
            {data?.categories
              .filter((name) => !taken.has(categoryKey(name)))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
          <Announcement>{announced}</Announcement>
        </div>
      )}
    </Field>
  )
}
