// The words of the page that is shown: in the site's language, or English in the dashboard.
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { type Language, localeOf } from '../../contract/words/languages.ts'
import { type Translate, translated, translator, type Words } from '../../contract/words/translate.ts'

export interface Spoken {
  language: Language
  words: Words
}

export const SpokenContext = createContext<Spoken>({ language: 'en', words: {} })

/** @returns `t`, which has the text of an English word, with values in place of `{name}` */
export function useWords(): Translate {
  return translator(useContext(SpokenContext).words)
}

/** For a message that is not known beforehand: of a schema, or of the server, which speaks English. */
export function useSaid(): (message: string) => string {
  const { words } = useContext(SpokenContext)
  return (message) => translated(words, message)
}

export const useLanguage = (): Language => useContext(SpokenContext).language

/** The date as the language writes it. */
export function useDates(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  const format = new Intl.DateTimeFormat(localeOf(useLanguage()), options)
  // A damaged time is shown as it is stored.
  return (iso) => (Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso)))
}

/** A text of `t` with elements in place of `{name}`. */
export function mixed(text: string, elements: Record<string, ReactNode>): ReactNode {
  return text.split(/\{(\w+)\}/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has its parts in one order
    <Fragment key={at}>{at % 2 === 1 ? elements[part] : part}</Fragment>
  ))
}
