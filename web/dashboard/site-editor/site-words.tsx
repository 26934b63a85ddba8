// The fixed words of the public pages: each begins with its translation, and may be another one of the owner's.
import { useState } from 'react'
import { wordLength } from '../../../contract/site.ts'
import { catalogues } from '../../../contract/words/catalogues.ts'
import { allWords, type Word } from '../../../contract/words/words.ts'
import { Button } from '../../ui/button.tsx'
import * as fields from '../../ui/field.module.css'
import { SearchField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import * as lists from '../lists/admin-list.module.css'
import { CountedText } from '../lists/parts.tsx'
import * as styles from './site.module.css'
import type { SiteForm } from './site-edit.ts'

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
