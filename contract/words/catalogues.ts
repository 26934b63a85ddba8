// All languages together: for the server, and for the editor, which loads this when it is needed.
import { de } from './de.ts'
import type { Language } from './languages.ts'
import type { Words } from './translate.ts'
import { allWords } from './words.ts'

const none = {}
export const catalogues: Record<Language, Words> = {
  ...{ en: none, de, fr: none, es: none, it: none, pt: none, nl: none, pl: none },
}

/** The words of a site: those of the owner win. An empty one counts as none. */
export function wordsOf({ chosen, words: own }: { chosen: Language; words: Words }): Words {
  const texts = allWords.map((word) => [word, own[word] || catalogues[chosen][word] || word] as const)
  return Object.fromEntries(texts.filter(([word, text]) => word !== text))
}
