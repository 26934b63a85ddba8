// The gallery's category buttons and search box. A plain form underneath, so both work without scripts.
import { useEffect, useRef } from 'react'
import { categoryKey } from '../../contract/categories.ts'
import { searchDebounce, searchLength } from '../../contract/limits.ts'
import { afterTyping } from '../leaving.ts'
import { TextField } from '../ui/field.tsx'
import { SearchIcon } from '../ui/tool-icons.tsx'
import * as styles from './filters.module.css'

type Props = {
  category: string
  search: string
  categories: readonly string[]
  onChoose: (change: { category?: string; search?: string }) => void
}

const same = (one: string, other: string) => categoryKey(one) === categoryKey(other)

export function Filters({ category, search, categories, onChoose }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const sent = useRef(search)
  const stopWaiting = useRef(() => {})
  // After the wait, the callback of the newest rendering is called.
  const newest = useRef(onChoose)
  useEffect(() => {
    newest.current = onChoose
  })

  // Back and Forward change the URL under the box. What the box itself has sent must not come back into it: another
  // character may have been typed since.
  useEffect(() => {
    if (search === sent.current) return
    stopWaiting.current()
    sent.current = search
    if (box.current) box.current.value = search
  }, [search])
  useEffect(() => () => stopWaiting.current(), [])

  const send = (typed: string, wait: number) => {
    stopWaiting.current()
    stopWaiting.current = afterTyping(() => {
      const wanted = typed.trim()
      // Not with the search of a rendering: the page may not show yet what was sent last.
      if (wanted === sent.current) return
      sent.current = wanted
      newest.current({ search: wanted })
    }, wait)
  }

  // The box keeps its own value: what was typed before hydration stays, and is sent now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is hydrated
  useEffect(() => {
    if (box.current && box.current.value !== search) send(box.current.value, 0)
  }, [])

  return (
    <form className={styles.filters} action="/portfolio" onSubmit={(event) => event.preventDefault()}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className={styles.chips} role="group" aria-label="Category">
        {['', ...categories].map((name) => (
          <button
            key={name}
            type="submit"
            className={styles.chip}
            name="category"
            value={name}
            aria-pressed={same(name, category)}
            onClick={(event) => {
              event.preventDefault()
              // With the search that was sent last: it may not be in the URL yet.
              onChoose({ category: name, search: sent.current })
            }}
          >
            {name || 'All'}
          </button>
        ))}
      </div>
      <TextField
        label="Search projects"
        hideLabel
        type="search"
        name="search"
        placeholder="Search..."
        maxLength={searchLength}
        autoComplete="off"
        start={<SearchIcon />}
        ref={box}
        defaultValue={search}
        onChange={(event) => send(event.target.value, searchDebounce)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would press the form's first button, which is All.
          event.preventDefault()
          send(event.currentTarget.value, 0)
        }}
      />
    </form>
  )
}
