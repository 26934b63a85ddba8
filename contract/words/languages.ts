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

/** For dates, "de-DE": with the region where most speak it. */
export const localeOf = (language: Language) => `${language}-${new Intl.Locale(language).maximize().region}`
