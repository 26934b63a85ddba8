// The languages that a site may have.

export const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type Language = (typeof languages)[number]

/** What each calls itself. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
}

const regions: Record<Language, string> = {
  ...{ en: 'US', de: 'DE', fr: 'FR', es: 'ES', it: 'IT', pt: 'BR', nl: 'NL', pl: 'PL' },
}

/** For dates, "de-DE". */
export const localeOf = (language: Language) => `${language}-${regions[language]}`
