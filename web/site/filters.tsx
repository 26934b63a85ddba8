// The gallery's category buttons and search box. A plain form underneath, so both work without scripts.
import { useEffect, useRef } from 'react'
import { categoryKey } from '../../contract/categories.ts'
import { searchDebounce, searchLength } from '../../contract/limits.ts'
import { TextField } from '../ui/field.tsx'
import { SearchIcon } from '../ui/tool-icons.tsx'

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is asked after the wait is asked of the page as it is then.
  const newest = useRef(onChoose)
  useEffect(() => {
    newest.current = onChoose
  })

  // Back and Forward change the address under the box. What the box itself asked for must not come back into it:
  // meanwhile another letter may have been typed.
  useEffect(() => {
    if (search === sent.current) return
    clearTimeout(timer.current)
    sent.current = search
    if (box.current) box.current.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (typed: string, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = typed.trim()
      if (sent.current !== search) newest.current({ search: sent.current })
    }, wait)
  }

  // The box keeps its own value: what was typed before the page came alive stays, and is asked for now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    if (box.current && box.current.value !== search) ask(box.current.value, 0)
  }, [])

  // An address may hold a category that no published project has any more: it is shown, pressed, to be left.
  const known = categories.some((one) => same(one, category))
  const all = ['', ...categories, ...(category && !known ? [category] : [])]
  return (
    <form className="filters" action="/portfolio" onSubmit={(event) => event.preventDefault()}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className="chips" role="group" aria-label="Category">
        {all.map((name) => (
          <button
            key={name}
            type="submit"
            className="chip"
            name="category"
            value={name}
            aria-pressed={same(name, category)}
            onClick={(event) => {
              event.preventDefault()
              onChoose({ category: name })
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
        onChange={(event) => ask(event.target.value, searchDebounce)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would press the form's first button, which is All.
          event.preventDefault()
          ask(event.currentTarget.value, 0)
        }}
      />
    </form>
  )
}
