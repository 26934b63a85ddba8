// All languages together: for the server, and for the editor, which loads this when it is needed.
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import type { Language } from './languages.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { Words } from './translate.ts'
import { allWords } from './words.ts'

export const catalogues: Record<Language, Words> = { en: {}, de, fr, es, it, pt, nl, pl }

/** The words of a site: those of the owner win. An empty one counts as none. */
export function wordsOf({ chosen, words: own }: { chosen: Language; words: Words }): Words {
  const texts = allWords.map((word) => [word, own[word] || catalogues[chosen][word] || word] as const)
  return Object.fromEntries(texts.filter(([word, text]) => word !== text))
}
