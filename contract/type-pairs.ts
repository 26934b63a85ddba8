// The pairs of typefaces of which an owner chooses one for the public pages: headings in the first, text in the second.

export const typePairs = ['plain', 'bookish', 'typewriter'] as const
export type TypePair = (typeof typePairs)[number]

export const deliveredPair = 'plain' satisfies TypePair

/** Packages of Fontsource, after which the files are named. */
export const families = ['familjen-grotesk', 'hanken-grotesk', 'newsreader', 'geist', 'geist-mono'] as const
export type Family = (typeof families)[number]

export interface PairStyle {
  display: Family
  text: Family
  /** Of headings; tracking and space between words in em. Those of the delivered pair are in the style sheets, size by size. */
  weight: 500 | 600
  tracking?: number
  wordSpacing?: number
  /** em that the marker reaches higher, and half of it lower: around a face whose lines are low. */
  markRoom?: number
  fallback: string
}

const sans = '"Helvetica Neue",Arial,sans-serif'

export const pairStyles: Record<TypePair, PairStyle> = {
  plain: { display: 'familjen-grotesk', text: 'hanken-grotesk', weight: 600, fallback: sans },
  bookish: {
    display: 'newsreader',
    text: 'hanken-grotesk',
    weight: 500,
    tracking: -0.025,
    markRoom: 0.2,
    fallback: 'Georgia,serif',
  },
  typewriter: {
    display: 'geist-mono',
    text: 'geist',
    weight: 500,
    tracking: -0.055,
    wordSpacing: -0.22,
    fallback: 'Menlo,Consolas,monospace',
  },
}

/** The packages that the style sheet declares itself. */
const declared = [pairStyles.plain.display, pairStyles.plain.text]

/** As Fontsource cuts its files (unicode.json of a package). */
const latinExt =
  'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2C60-2C7F,U+A720-A7FF'

const fileOf = (name: string, subset: string) => `${name}-${subset}-wght-normal.woff2`

/** The packages that it does not. */
export const fetchedFaces = families.filter((name) => !declared.includes(name))

/** Of those: the names under `/fonts/`. */
export const pairFiles: readonly string[] = fetchedFaces.flatMap((name) =>
  ['latin', 'latin-ext'].map((subset) => fileOf(name, subset)),
)

/** "geist-mono" is declared as "Geist Mono Variable". */
export const familyOf = (name: string) =>
  `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()} Variable`

function declaration(name: Family): string {
  if (declared.includes(name)) return ''
  const face = (subset: string, range = '') =>
    `@font-face{font-family:"${familyOf(name)}";src:url(/fonts/${fileOf(name, subset)}) format("woff2");font-weight:100 900;font-display:swap${range}}`
  return face('latin') + face('latin-ext', `;unicode-range:${latinExt}`)
}

/** Rules for the public pages; the dashboard keeps the delivered pair. Declares faces, of which a browser loads what it shows. */
export function typeCss(pair: TypePair): string {
  const { display, text, weight, tracking, wordSpacing = 0, markRoom = 0, fallback } = pairStyles[pair]
  const properties = [
    `--font-display:Companion,"${familyOf(display)}",${fallback}`,
    `--font-text:"${familyOf(text)}",Companion,${sans}`,
    `--display-weight:${weight}`,
    `--display-tracking:${tracking === undefined ? 'initial' : `${tracking}em`}`,
    `--display-spacing:${wordSpacing}em`,
    `--mark-room:${markRoom}em`,
  ]
  return `${declaration(display)}${declaration(text)}body:not(:has([data-dashboard])){${properties.join(';')}}`
}

/** What each is called, and the faces in it. */
export const pairNames: Record<TypePair, readonly [name: string, faces: string]> = {
  plain: ['Plain', 'Familjen Grotesk, Hanken Grotesk'],
  bookish: ['Bookish', 'Newsreader, Hanken Grotesk'],
  typewriter: ['Typewriter', 'Geist Mono, Geist'],
}

/** The packages of a pair. */
export const pairFaces = (pair: TypePair) => [pairStyles[pair].display, pairStyles[pair].text] as const

/** Where the file with the Latin letters is served. */
export const latinFile = (name: string) => `/fonts/${fileOf(name, 'latin')}`
