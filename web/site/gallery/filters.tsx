// The gallery's category buttons and search box. A plain form underneath, so both work without scripts.

import { searchLength } from '../../../contract/limits.ts'
import { categoryKey } from '../../../contract/portfolio.ts'
import { useSearchBox } from '../../search-box.ts'
import { SearchField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useWords } from '../../ui/words.tsx'
import * as styles from './gallery.module.css'

type Props = {
  category: string
  search: string
  categories: readonly string[]
  onChoose: (change: { category?: string; search?: string }) => void
}

/** On a phone the chosen one may be beyond the edge of the row. */
function showChosen(chips: HTMLElement | null) {
  const chosen = chips?.querySelector<HTMLElement>('[aria-pressed="true"]')
  if (chips && chosen) chips.scrollLeft = chosen.offsetLeft - (chips.clientWidth - chosen.offsetWidth) / 2
}

const same = (one: string, other: string) => categoryKey(one) === categoryKey(other)

export function Filters({ category, search, categories, onChoose }: Props) {
  const t = useWords()
  const { sent, box } = useSearchBox(search, (text) => onChoose({ search: text }))
  return (
    <form
      className={`${ui.cluster} ${styles.filters}`}
      action="/portfolio"
      onSubmit={(event) => event.preventDefault()}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className={styles.chips} ref={showChosen} tabIndex={-1} role="group" aria-label={t('Category')}>
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
            {name || t('All')}
          </button>
        ))}
      </div>
      <SearchField
        label={t('Search projects')}
        name="search"
        placeholder={t('Search...')}
        maxLength={searchLength}
        {...box}
      />
    </form>
  )
}
